import { CallError } from '../call-error.ts';
import { isStorable, isText, utf8Length } from '../data/storable-text.ts';
import { limits } from '../limits.ts';

/** @throws CallError `generic::malformedrequest` for a text that a store cannot keep as it is */
export function checkText(field: string, text: string): void {
  if (isText(text)) return;
  const message = `"${field}" must be Unicode text without the character U+0000.`;
  throw new CallError(400, 'generic::malformedrequest', message);
}

/** @throws CallError `generic::malformedrequest` for a text that cannot be a key in the store: names and descriptions are as short */
export function checkKey(field: string, text: string): void {
  if (isStorable(text)) return;
  const message = `"${field}" must be Unicode text of at most 1000 bytes, without the character U+0000.`;
  throw new CallError(400, 'generic::malformedrequest', message);
}

/**
 * The JSON text of a value that is kept as such.
 * @throws CallError 413 `generic::malformedrequest` for one that is too long
 */
export function storedJson(field: string, value: object): string {
  const json = JSON.stringify(value);
  const [bytes, most] = [utf8Length(json), limits.project.jsonBytes];
  if (bytes <= most) return json;
  const message = `"${field}" has ${bytes} bytes as JSON; the most are ${most}. Shorten it.`;
  throw new CallError(413, 'generic::malformedrequest', message);
}
