/**
 * Lets so many tasks run at once; the others wait in line.
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
      // Who leaves hands the place to the next in line, so `running` stays as it is.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
