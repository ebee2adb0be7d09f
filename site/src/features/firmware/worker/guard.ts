import { limits } from '../protocol';
import type { Flash } from './flash';

type ImportFunction = (...args: number[]) => unknown;

interface GuardDeps {
  /** Memory of the interpreter. */
  readonly memory: () => WebAssembly.Memory;
  /** JavaScript objects that Python has proxies of, by number. */
  readonly objects: () => readonly unknown[];
  /** Names that Python may read, by object. */
  readonly visible: ReadonlyMap<unknown, ReadonlySet<string>>;
  /** Receives the serial output. */
  readonly write: (bytes: Uint8Array) => void;
  readonly flash: Flash;
}

/** A program used a function of the interpreter that leads to JavaScript. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

/** Functions that let Python read, write and create any JavaScript object. The asyncio of this build and the board need none. */
const forbidden = [
  'store_attr',
  'js_subscr_load',
  'js_subscr_store',
  'js_get_iter',
  'js_iter_next',
  'js_reflect_construct',
  'js_get_proxy_js_ref_info',
  'call0_kwarg',
  'calln_kwarg',
  'proxy_convert_mp_to_js_then_js_to_mp_obj_jsside',
  'proxy_convert_mp_to_js_then_js_to_js_then_js_to_mp_obj_jsside',
] as const;

/** Maximum number of arguments from Python to a function of JavaScript. */
const maxArguments = 8;

/** WASI error numbers. */
const success = 0;
const noSpace = 51;

/** Returns the names of an object that Python may read: none of unknown objects, so that no `constructor` is reached. */
function isVisible(deps: GuardDeps, object: unknown, name: string): boolean {
  const names = deps.visible.get(object);
  if (names) return names.has(name);
  if (object instanceof Promise) return name === 'then';
  return object instanceof Error && (name === 'name' || name === 'message');
}

/**
 * Replaces what the WebAssembly module imports. A program can do anything inside the module, even with its memory (`uctypes`),
 * so these functions are the border: of the JavaScript objects, Python gets the board's functions, timers for asyncio and
 * promises; serial output goes to the board; memory does not grow beyond that of a board; files stay below a limit.
 */
export function guardImports(imports: WebAssembly.Imports, deps: GuardDeps): WebAssembly.Imports {
  const env = imports.env as Record<string, ImportFunction>;
  const wasi = imports.wasi_snapshot_preview1 as Record<string, ImportFunction>;
  const bytes = () => new Uint8Array(deps.memory().buffer);
  const words = () => new DataView(deps.memory().buffer);
  const decoder = new TextDecoder();
  const name = (address: number) => {
    const memory = bytes();
    return decoder.decode(memory.subarray(address, memory.indexOf(0, address)));
  };
  const original = (key: string, from = env): ImportFunction => {
    const found = from[key];
    if (!found) throw new Error(`The interpreter has no import ${key}.`);
    return found;
  };
  const changed: Record<string, ImportFunction> = {};
  for (const key of forbidden) {
    original(key);
    changed[key] = () => {
      throw new ForbiddenError(key);
    };
  }
  for (const key of ['lookup_attr', 'has_attr']) {
    const call = original(key);
    changed[key] = (object = 0, address = 0, out = 0) =>
      isVisible(deps, deps.objects()[object], name(address)) ? call(object, address, out) : 0;
  }
  const calln = original('calln');
  changed.calln = (f = 0, viaCall = 0, count = 0, ...rest) => {
    if (count > maxArguments) throw new ForbiddenError('calln');
    return calln(f, viaCall, count, ...rest);
  };
  original('emscripten_resize_heap');
  changed.emscripten_resize_heap = () => 0;
  for (const key of ['__syscall_openat', '__syscall_mkdirat']) {
    const call = original(key);
    changed[key] = (...args) => (deps.flash.hasEntry() ? call(...args) : -noSpace);
  }
  const writeFile = original('fd_write', wasi);
  const write: ImportFunction = (fd = 0, vectors = 0, count = 0, written = 0) => {
    const view = words();
    const parts = Array.from({ length: Math.min(count, maxArguments) }, (_, index) => ({
      start: view.getUint32(vectors + 8 * index, true),
      length: view.getUint32(vectors + 8 * index + 4, true),
    }));
    const total = parts.reduce((sum, { length }) => sum + length, 0);
    if (fd > 2 && deps.flash.isFile(fd)) {
      return deps.flash.hasSpace(fd, total)
        ? writeFile(fd, vectors, parts.length, written)
        : noSpace;
    }
    if (fd <= 2)
      for (const { start, length } of parts) deps.write(bytes().subarray(start, start + length));
    view.setUint32(written, total, true);
    return success;
  };
  return {
    env: { ...env, ...changed },
    wasi_snapshot_preview1: { ...wasi, fd_write: write },
  };
}

/** Timers of asyncio, which gives numbers to Python and never runs text as code. */
export function asyncioTimers(
  scope: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'>,
  onError: (error: unknown) => void,
) {
  const pending = new Set<number>();
  return {
    setTimeout: (action: unknown, milliseconds: unknown): number => {
      if (typeof action !== 'function' || typeof milliseconds !== 'number') return 0;
      if (pending.size >= limits.timers) return 0;
      const run = action as () => void;
      const id = Number(
        scope.setTimeout(() => {
          pending.delete(id);
          try {
            run();
          } catch (error) {
            onError(error);
          }
        }, milliseconds),
      );
      pending.add(id);
      return id;
    },
    clearTimeout: (id: unknown): void => {
      if (typeof id !== 'number' || !pending.delete(id)) return;
      scope.clearTimeout(id);
    },
  };
}
