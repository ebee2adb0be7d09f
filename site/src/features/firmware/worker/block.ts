/** Memory that nobody writes, to wait for. Only shared memory can be waited for, which pages without isolation get from WebAssembly. */
function sharedCell(): Int32Array | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    return new Int32Array(memory.buffer);
  } catch {
    return undefined;
  }
}

/** Returns a function that blocks the worker. */
export function blocker(): (milliseconds: number) => void {
  const cell = sharedCell();
  return (milliseconds) => {
    if (cell) {
      Atomics.wait(cell, 0, 0, milliseconds);
      return;
    }
    const end = Date.now() + milliseconds;
    while (Date.now() < end);
  };
}
