import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import type { Board } from '../board';
import { type FileSystem, Flash } from './flash';
import { asyncioTimers, guardImports } from './guard';

/** First part of the heap, in bytes. It grows to 8 MB: the WebAssembly memory of 16 MB, which cannot grow, has no space for more. */
const heapSize = 1024 * 1024;

/** Stack for Python calls, in words. */
const stackSize = 4096;

interface InterpreterDeps {
  readonly engine: WebAssembly.Module;
  readonly board: Board;
  /** Files by name, with `main.py` and the module `_boot.py`. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly write: (bytes: Uint8Array) => void;
  /** An error that no program can cause by Python alone, or that left the interpreter in an unknown state. */
  readonly onCrash: (error: unknown) => void;
  readonly timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>;
}

export interface Interpreter {
  /** Runs `main.py` to its end. @returns the traceback of an uncaught error; empty without one */
  run(): Promise<string>;
  /** Raises KeyboardInterrupt where the program awaits. */
  interrupt(): void;
}

/** The module that runs `main.py`, without a name in the scope of the program. */
const boot = "__import__('_boot')";

/** What the package keeps in the global scope. */
interface InterpreterGlobals {
  proxy_js_ref: unknown[];
}

interface PythonError {
  readonly name: 'PythonError';
  readonly type: string;
  readonly message: string;
}

const isPythonError = (error: unknown): error is PythonError =>
  error instanceof Error && error.name === 'PythonError';

/** Traceback of an error that ended `main.py`. @throws the error, when it does not come from Python */
function tracebackOf(error: unknown): string {
  if (!isPythonError(error)) throw error;
  return error.type === 'SystemExit' ? '' : error.message.trimEnd();
}

/** Starts MicroPython with guarded imports. */
export async function startInterpreter(deps: InterpreterDeps): Promise<Interpreter> {
  const { engine, board, files, write, onCrash } = deps;
  const scope = globalThis as unknown as InterpreterGlobals;
  const timers = asyncioTimers(deps.timers, onCrash);
  const visible = new Map<unknown, ReadonlySet<string>>([
    [board, new Set(Object.keys(board))],
    [timers, new Set(Object.keys(timers))],
  ]);
  /** Set once the module is instantiated. */
  const loaded: { memory?: WebAssembly.Memory; fs?: FileSystem } = {};
  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The interpreter is not loaded.');
    return value;
  };
  const instantiateModule = WebAssembly.instantiate;
  const instantiate = async (_source: unknown, imports: WebAssembly.Imports) => {
    const guarded = guardImports(imports, {
      memory: () => required(loaded.memory),
      objects: () => scope.proxy_js_ref,
      visible,
      write,
      flash: new Flash(() => required(loaded.fs)),
    });
    const instance = await instantiateModule(engine, guarded);
    loaded.memory = instance.exports.memory as WebAssembly.Memory;
    return { module: engine, instance };
  };
  // The package has no other way to get a compiled module.
  Object.assign(WebAssembly, { instantiate, instantiateStreaming: instantiate });
  Object.assign(globalThis, { fetch: () => undefined });
  const python = await loadMicroPython({
    heapsize: heapSize,
    pystack: stackSize,
    url: 'micropython.wasm',
  });
  const fs = python.FS;
  loaded.fs = fs;
  // The module `js` is the global scope otherwise.
  scope.proxy_js_ref[0] = timers;
  python.registerJsModule('_board', board);
  for (const [name, text] of Object.entries(files)) fs.writeFile(`/${name}`, text);
  return {
    run: async () => {
      try {
        python.runPython(`${boot}.no_javascript()`);
        python.runPython(`${boot}.source = ${boot}.read()`);
        // In the scope of `__main__`, as a board does. Here, it may await.
        python.runPythonAsync(`${boot}.begin(exec(compile(${boot}.source, 'main.py', 'exec')))`);
        await python.runPythonAsync(`if ${boot}.main: await ${boot}.main`);
        return '';
      } catch (error) {
        return tracebackOf(error);
      }
    },
    interrupt: () => void python.runPython(`${boot}.interrupt()`),
  };
}
