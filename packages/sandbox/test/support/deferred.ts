/** A promise that a test settles when it comes to it. Node 20 has no `Promise.withResolvers`. */
export function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
