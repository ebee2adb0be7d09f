/* Entry points of packages that have no types, and data that plugins write. */

declare module 'algoliasearch/dist/lite/builds/browser.js' {
  export { liteClient } from 'algoliasearch/lite';
}

/* The browser build of MQTT.js. */
declare module 'mqtt/dist/mqtt.esm' {
  export { default, type Packet } from 'mqtt';
}

/* Data written by `content/browser-sandbox`. */
declare module '@generated/browser-sandbox/default/worker.json' {
  /** URL path of the worker that runs the sandbox in the browser. */
  export const url: string;
}

/* Data written by `content/reader-values`. */
declare module '@generated/reader-values/default/facts.json' {
  import type { Facts } from '@site/src/contracts/reader-facts';

  const facts: Facts;
  export default facts;
}

/* Data written by `content/device-program`. */
declare module '@generated/device-program/default/program.json' {
  import type { DeviceProgram } from '@site/src/contracts/device-program';

  const program: DeviceProgram;
  export default program;
}

declare module '@generated/device-program/default/exercises.json' {
  import type { ExerciseDiffs } from '@site/src/contracts/device-program';

  const diffs: ExerciseDiffs;
  export default diffs;
}
