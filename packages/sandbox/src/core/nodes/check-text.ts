import { CallError } from '../call-error.ts';
import { isStorable } from '../data/storable-text.ts';

/** What no store keeps: U+0000, and halves of surrogate pairs, which UTF-8 cannot write. */
const notText = /[\0\p{Surrogate}]/u;

/** @throws CallError `generic::malformedrequest` for a text that a store cannot keep as it is */
export function checkText(field: string, text: string): void {
  if (!notText.test(text)) return;
  const message = `"${field}" must be Unicode text without the character U+0000.`;
  throw new CallError(400, 'generic::malformedrequest', message);
}

/** @throws CallError `generic::malformedrequest` for a text that cannot be a key in the store */
export function checkKey(field: string, text: string): void {
  if (isStorable(text)) return;
  const message = `"${field}" must be Unicode text of at most 1000 bytes, without the character U+0000.`;
  throw new CallError(400, 'generic::malformedrequest', message);
}
