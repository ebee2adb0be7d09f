/** Characters of a request id that come back (reference/device-api.md, 3.3). */
export const keptCharacters = 36;

/** The part of a request id that an answer repeats. Characters, not UTF-16 units: none is cut in the middle. */
export function keptRequestId(reqId: string): string {
  const enough = reqId.slice(0, 2 * keptCharacters);
  return Array.from(enough).slice(0, keptCharacters).join('');
}
