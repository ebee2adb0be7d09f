import type { Place } from './place.ts';
import type { Limit } from './types.ts';

function readCall(place: Place, ids: ReadonlySet<string>): string {
  const id = place.text ?? '';
  if (!ids.has(id)) throw place.error(`x-limits names the unknown call "${id}"`);
  return id;
}

/**
 * Reads `x-limits` of a document; its form is checked before.
 * @param ids of all operations of the document
 * @throws DocumentError at a call that the document does not have
 */
export function readLimits(place: Place, ids: ReadonlySet<string>): Limit[] {
  return place.entries().map(([id, entry]) => ({
    id,
    subject: entry.at('subject').text ?? '',
    value: Number(entry.at('value').value),
    unit: entry.at('unit').text ?? '',
    note: entry.at('note').text,
    calls: entry
      .at('calls')
      .items()
      .map((call) => readCall(call, ids)),
  }));
}
