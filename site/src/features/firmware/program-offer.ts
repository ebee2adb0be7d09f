/**
 * A program for the reader, from a link or a page, that waits for a decision. It opens the simulated device of the page, and
 * is not run before the reader has accepted it. Every page with the device loads this module.
 */
export type ProgramOffer =
  /** The program that the reader has. */
  | { readonly from: 'reader' }
  | { readonly from: 'link'; readonly fragment: string }
  | { readonly from: 'page'; readonly title: string; readonly source: string };

let current: ProgramOffer | undefined;
const listeners = new Set<() => void>();

function set(offer: ProgramOffer | undefined): void {
  current = offer;
  for (const listener of listeners) listener();
}

export const currentOffer = (): ProgramOffer | undefined => current;

/** @returns a function that removes the listener */
export function onOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the reader a program on the simulated device of the page. */
export const offerProgram = (offer: ProgramOffer): void => set(offer);

/** Shows the program that the reader has on the simulated device of the page, unless another one is offered. */
export function showProgram(): void {
  if (!current) set({ from: 'reader' });
}

/** Forgets the program that is offered. */
export const endOffer = (): void => set(undefined);
