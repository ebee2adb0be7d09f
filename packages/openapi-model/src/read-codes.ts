import type { Place } from './place.ts';
import type { Code } from './types.ts';

/** Reads a map of codes at the top of a document. */
export function readCodes(place: Place): Code[] {
  return place.entries().map(([code, entry]) => ({
    code,
    meaning: entry.at('meaning').text ?? '',
    cause: entry.at('cause').text ?? '',
    remedy: entry.at('remedy').text ?? '',
    transport: entry.at('transport').text,
  }));
}

/**
 * The codes that an operation names.
 * @throws DocumentError for a code that the document does not explain
 */
export function selectCodes(place: Place, codes: readonly Code[]): Code[] {
  return place.items().map((item) => {
    const found = codes.find(({ code }) => code === item.text);
    if (!found) throw item.error(`code "${item.text ?? ''}" is not explained at the top`);
    return found;
  });
}
