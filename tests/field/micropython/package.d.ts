/** The package has no types. */
declare module '@micropython/micropython-webassembly-pyscript/micropython.mjs' {
  interface MicroPython {
    readonly FS: {
      mkdir(path: string): void;
      writeFile(path: string, text: string): void;
    };
    registerJsModule(name: string, module: object): void;
    runPython(source: string): unknown;
    runPythonAsync(source: string): Promise<unknown>;
    pyimport(name: '_main'): { prepare(source: string): string };
  }

  export function loadMicroPython(options: {
    /** Bytes. */
    readonly heapsize: number;
    readonly linebuffer: boolean;
    readonly stdout: (line: string) => void;
  }): Promise<MicroPython>;
}
