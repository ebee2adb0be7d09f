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
  import type { FileSystem } from '@site/src/features/firmware/worker/flash';

  interface MicroPython {
    readonly FS: FileSystem;
    registerJsModule(name: string, module: object): void;
    /** @throws Error with the name `PythonError` */
    runPython(code: string): unknown;
    /** Returns a promise if the code awaits. @throws Error with the name `PythonError` */
    runPythonAsync(code: string): unknown;
    pyimport(name: '_main'): { prepare(program: string): string };
  }
  export function loadMicroPython(options: {
    readonly heapsize: number;
    readonly pystack?: number;
    readonly url?: string;
    readonly linebuffer?: boolean;
    readonly stdout?: (line: string) => void;
  }): Promise<MicroPython>;
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

/* Data written by `content/firmware`. */
declare module '@generated/firmware/default/worker.json' {
  /** URL paths of the worker that runs programs, and of the interpreter. */
  export const worker: string;
  export const engine: string;
}
