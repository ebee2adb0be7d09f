import { CallError } from '../call-error.ts';
import { isStorable, isText } from '../data/storable-text.ts';

/** @throws CallError `generic::malformedrequest` for a text that a store cannot keep as it is */
export function checkText(field: string, text: string): void {
  if (isText(text)) return;
  const message = `"${field}" must be Unicode text without the character U+0000.`;
  throw new CallError(400, 'generic::malformedrequest', message);
}

/** @throws CallError `generic::malformedrequest` for a text that cannot be a key in the store: all texts of a node are as short */
export function checkKey(field: string, text: string): void {
  if (isStorable(text)) return;
  const message = `"${field}" must be Unicode text of at most 1000 bytes, without the character U+0000.`;
  throw new CallError(400, 'generic::malformedrequest', message);
}
