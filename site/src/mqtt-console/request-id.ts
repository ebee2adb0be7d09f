/** Characters of a `reqId` that an answer repeats (specs/device.openapi.yaml, `x-limits`). */
const repeated = 36;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text of a field of a JSON object; nothing when there is no such text. */
export function textField(text: string, name: string): string | undefined {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  const field = (value as Readonly<Record<string, unknown>>)[name];
  return typeof field === 'string' ? field : undefined;
}

/** The `reqId` that the answer to a message will repeat, or that an answer repeats. */
export function requestId(text: string): string | undefined {
  return textField(text, 'reqId')?.slice(0, repeated);
}

/** A body with another `reqId`, as the first field; a text that is no JSON object stays as it is. */
export function withRequestId(text: string, reqId: string): string {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
  return JSON.stringify(Object.assign({ reqId }, value, { reqId }), null, 2);
}
