/**
 * Limits concurrency: at most that many tasks run at the same time, and others wait.
 * @returns a function that runs a task when fewer than the limit are running
 */
export function limit(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The finished task is replaced by the next waiting one, so `running` does not change.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
