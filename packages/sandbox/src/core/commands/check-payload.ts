import { CallError } from '../call-error.ts';
import { checkText } from '../nodes/check-text.ts';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function malformed(message: string): CallError {
  return new CallError(400, 'generic::malformedrequest', message);
}

/**
 * Passes a payload that is text, short enough and, when it is `binary`, base64 text (RFC 4648, 4).
 * @param field name for the message
 * @param max UTF-8 bytes
 * @throws CallError `generic::malformedrequest`
 */
export function checkPayload(field: string, text: string, type: string, max: number): void {
  checkText(field, text);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > max) throw malformed(`"${field}" has ${bytes} bytes; send ${max} at most.`);
  if (type === 'binary' && !base64.test(text)) {
    throw malformed(`"${field}" is not base64 text. Encode it, or send the type "string".`);
  }
}
