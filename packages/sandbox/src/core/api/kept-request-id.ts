import type { JsonValue } from '@anedya-docs/openapi-model';
import type { JsonObject } from '../context.ts';

/** Characters of a request id that come back (reference/device-api.md, 3.3). */
export const keptCharacters = 36;

/** The part of a request id that an response repeats. Characters, not UTF-16 units: none is cut in the middle. */
export function keptRequestId(reqId: string): string {
  const enough = reqId.slice(0, 2 * keptCharacters);
  return Array.from(enough).slice(0, keptCharacters).join('');
}

/**
 * The request id of a body, and the rest of it. Like that of every field, its letter case does not matter where no field has
 * the exact name (reference/platform-api.md, 2.1).
 */
export function splitRequestId(body: JsonObject): {
  readonly sent: JsonValue | undefined;
  readonly rest: JsonObject;
} {
  const names = Object.keys(body).filter((name) => name.toLowerCase() === 'reqid');
  const name = names.includes('reqId') ? 'reqId' : names.at(-1);
  const rest = Object.entries(body).filter(([field]) => !names.includes(field));
  return { sent: name === undefined ? undefined : body[name], rest: Object.fromEntries(rest) };
}
