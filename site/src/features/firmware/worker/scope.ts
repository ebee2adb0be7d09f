/** Names of JavaScript itself, and those that the interpreter adds. Everything else comes from the browser. */
const kept: ReadonlySet<PropertyKey> = new Set([
  'Object',
  'Array',
  'Number',
  'Boolean',
  'String',
  'Symbol',
  'BigInt',
  'Date',
  'Promise',
  'RegExp',
  'Error',
  'AggregateError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'JSON',
  'Math',
  'Intl',
  'Reflect',
  'Proxy',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'WeakRef',
  'FinalizationRegistry',
  'ArrayBuffer',
  'DataView',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'Atomics',
  'globalThis',
  'undefined',
  'NaN',
  'Infinity',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'TextDecoder',
  'TextEncoder',
  // Of the interpreter.
  'Module',
  'proxy_js_ref',
  'proxy_js_ref_next',
  'proxy_js_ref_map',
  'proxy_js_map',
  'proxy_js_existing',
  'pyProxyFinalizationRegistry',
]);

function hide(target: object, key: PropertyKey): void {
  if (Reflect.deleteProperty(target, key)) return;
  Reflect.defineProperty(target, key, { value: undefined, writable: false, configurable: false });
}

/**
 * Removes what leads out of the worker or evaluates code: network, storage, other contexts, messages, timers, `eval` and the
 * constructors of functions. The policy of the worker forbids the same where the host sends it. Python cannot reach the
 * scope; if it could, nothing would be there.
 */
export function stripScope(scope: typeof globalThis): void {
  const crypto = { getRandomValues: scope.crypto.getRandomValues.bind(scope.crypto) };
  const kinds = [
    () => undefined,
    async () => Promise.resolve(),
    function* () {
      yield 0;
    },
    async function* () {
      yield Promise.resolve(0);
    },
  ];
  for (const kind of kinds) {
    const prototype = Object.getPrototypeOf(kind) as object;
    Reflect.defineProperty(prototype, 'constructor', {
      value: undefined,
      writable: false,
      configurable: false,
    });
  }
  let target: object | null = scope;
  while (target && target !== Object.prototype) {
    for (const key of Reflect.ownKeys(target)) if (!kept.has(key)) hide(target, key);
    target = Object.getPrototypeOf(target) as object | null;
  }
  // The interpreter draws random numbers.
  Reflect.defineProperty(scope, 'crypto', { value: Object.freeze(crypto) });
}
