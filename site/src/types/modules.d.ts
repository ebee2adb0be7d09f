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

/* MicroPython in WebAssembly. */
declare module '@micropython/micropython-webassembly-pyscript/micropython.mjs' {
  interface MicroPython {
    readonly FS: import('@site/src/features/firmware/worker/flash').FileSystem;
    registerJsModule(name: string, module: object): void;
    /** @throws Error with the name `PythonError` */
    runPython(code: string): unknown;
    /** Returns a promise if the code awaits. @throws Error with the name `PythonError` */
    runPythonAsync(code: string): unknown;
  }
  export function loadMicroPython(options: {
    readonly heapsize: number;
    readonly pystack: number;
    readonly url: string;
  }): Promise<MicroPython>;
}
