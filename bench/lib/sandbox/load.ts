/** How calls went. */
export interface Load {
  /** Milliseconds of each call. */
  readonly times: readonly number[];
  readonly perSecond: number;
}

/** Makes calls for so many milliseconds, so many at once. */
export async function closedLoop(
  call: () => Promise<unknown>,
  atOnce: number,
  milliseconds: number,
): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  const one = async () => {
    while (performance.now() - start < milliseconds) {
      const begin = performance.now();
      await call();
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { times, perSecond: (times.length * 1000) / (performance.now() - start) };
}

/**
 * Makes calls at a fixed rate, however long they take. A call's time counts from when it was due, so that one slow answer is
 * not hidden by the calls that waited for it.
 */
export async function openLoop(
  call: () => Promise<unknown>,
  perSecond: number,
  milliseconds: number,
): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  const total = Math.floor((perSecond * milliseconds) / 1000);
  const running: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1000));
      while (running.length < due) {
        const begin = start + (running.length * 1000) / perSecond;
        running.push(call().then(() => void times.push(performance.now() - begin)));
      }
      if (running.length < total) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(running);
  return { times, perSecond: (times.length * 1000) / (performance.now() - start) };
}
