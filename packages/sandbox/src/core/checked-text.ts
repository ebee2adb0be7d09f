import { RequestError } from './errors.ts';
import { limits } from './limits.ts';
import { isStorable, isText, utf8Length } from './text.ts';

/** @throws RequestError `generic::malformedrequest` for a text that cannot be stored unchanged */
export function checkText(field: string, text: string): void {
  if (isText(text)) return;
  const message = `"${field}" must be Unicode text without the character U+0000.`;
  throw new RequestError(400, 'generic::malformedrequest', message);
}

/**
 * @throws RequestError `generic::malformedrequest` for a text that cannot be a key in the store; names and descriptions have
 * the same limit
 */
export function checkKey(field: string, text: string): void {
  if (isStorable(text)) return;
  const message = `"${field}" must be Unicode text of at most 1000 bytes, without the character U+0000.`;
  throw new RequestError(400, 'generic::malformedrequest', message);
}

/**
 * Returns the JSON text of a value for the store.
 * @throws RequestError 413 `generic::malformedrequest` if it is too long
 */
export function storedJson(field: string, value: object): string {
  const json = JSON.stringify(value);
  const [bytes, most] = [utf8Length(json), limits.project.jsonBytes];
  if (bytes <= most) return json;
  const message = `"${field}" has ${bytes} bytes as JSON; the maximum is ${most}. Shorten it.`;
  throw new RequestError(413, 'generic::malformedrequest', message);
}
