const listeners = new Set<() => void>();

/** Opens the panel of the reader's values, from anywhere on a page that has its button. */
export function openValues(): void {
  listeners.forEach((listener) => listener());
}

/** @returns a function that stops listening */
export function onOpenValues(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
