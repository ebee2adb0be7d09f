/**
 * Runs work that has to end in time.
 * @param work gets a signal that is aborted when the time is over
 * @param fault what to fail with then
 */
export async function within<T>(
  milliseconds: number,
  fault: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(fault());
      controller.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), overdue]);
  } finally {
    clearTimeout(timer);
  }
}
