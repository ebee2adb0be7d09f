/** Returns a function that loads something with its first call, and again with the first call after a failure. */
export function retryable<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}

/** The same for what a server can do without: resolves with nothing after a failure, and warns of the first one. */
export function loadOrWarn<T>(
  load: () => Promise<T>,
  warn: (message: string) => void,
): () => Promise<T | undefined> {
  const loaded = retryable(load);
  let hasWarned = false;
  return () =>
    loaded().catch((error: unknown) => {
      if (!hasWarned) warn((error as Error).message);
      hasWarned = true;
      return undefined;
    });
}
