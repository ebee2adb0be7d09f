/** The package has no types. */
declare module '@micropython/micropython-webassembly-pyscript/micropython.mjs' {
  interface MicroPython {
    readonly FS: {
      mkdir(path: string): void;
      writeFile(path: string, text: string): void;
    };
    registerJsModule(name: string, module: object): void;
    runPython(source: string): unknown;
  }

  export function loadMicroPython(options: {
    /** Bytes. */
    readonly heapsize: number;
    readonly linebuffer: boolean;
    readonly stdout: (line: string) => void;
  }): Promise<MicroPython>;
}
