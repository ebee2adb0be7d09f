import type { Api } from '../api-reference/documents';
import { knownNames, type KnownNames } from './known-names';
import type { OtherNames } from './other-names';

/** What prose is checked against. */
export interface Facts {
  readonly apis: readonly Api[];
  readonly names: KnownNames;
  /** What every MQTT topic starts with. */
  readonly topicPrefix: string;
  /** Listed quantities with the words around them, the longest first. */
  readonly phrases: readonly string[];
  /** Whether the list of other names has an entry. */
  readonly lists: (part: keyof OtherNames, entry: string) => boolean;
}

/**
 * @param others what prose may name although no document holds it
 * @param used takes every listed entry that prose needs
 */
export function factsOf(
  apis: readonly Api[],
  others: OtherNames,
  used: (part: keyof OtherNames, entry: string) => void = () => undefined,
): Facts {
  const entries = (part: keyof OtherNames) =>
    new Set(others[part].flatMap((group) => group.entries));
  const sets = {
    names: entries('names'),
    programs: entries('programs'),
    quantities: entries('quantities'),
  };
  return {
    apis,
    names: knownNames(apis),
    topicPrefix: apis.map(({ document }) => document.mqtt?.topicPrefix).find(Boolean) ?? '',
    phrases: [...sets.quantities].sort((a, b) => b.length - a.length),
    lists: (part, entry) => {
      const isListed = sets[part].has(entry);
      if (isListed) used(part, entry);
      return isListed;
    },
  };
}
