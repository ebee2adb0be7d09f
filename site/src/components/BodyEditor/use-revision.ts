import { useState } from 'react';

/**
 * Counts how often a text came from elsewhere: any change that was not announced before. What is kept about the text
 * starts anew with each count.
 * @returns the count, and a function that announces a change of our own
 */
export function useRevision(text: string): readonly [number, (own: string) => void] {
  const [known, setKnown] = useState({ text, revision: 0 });
  if (known.text !== text) setKnown({ text, revision: known.revision + 1 });
  return [known.revision, (own) => setKnown((before) => ({ ...before, text: own }))];
}
