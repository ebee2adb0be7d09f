import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Api } from '../api-reference/documents';
import { knownNames, type KnownNames } from './known-names';

export const otherNamesFile = 'site/plugins/named-facts/other-names.yaml';

/** Entries of one kind, and why prose may use them although no document has them. */
interface Group {
  readonly group: string;
  readonly why: string;
  readonly entries: readonly string[];
}

/** What prose may name although no document holds it. */
export interface OtherNames {
  readonly names: readonly Group[];
  /** First words of commands. */
  readonly programs: readonly Group[];
  /** Numbers with their unit, as prose writes them. */
  readonly quantities: readonly Group[];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function isGroup(value: unknown): value is Group {
  const { group, why, entries } = (value ?? {}) as Record<string, unknown>;
  return isText(group) && isText(why) && Array.isArray(entries) && entries.every(isText);
}

/**
 * Reads the list from YAML.
 * @throws Error when a group lacks its name, its reason or its entries, or an entry is listed twice
 */
export function parseOtherNames(text: string): OtherNames {
  const data = (parse(text) ?? {}) as Record<string, unknown>;
  const groups = (key: string): Group[] => {
    const list = data[key];
    if (!Array.isArray(list) || !list.every(isGroup)) {
      throw new Error(
        `${otherNamesFile}: ${key} is a list of groups, each with group, why and entries; numbers need quotes`,
      );
    }
    const all = list.flatMap(({ entries }) => entries);
    const twice = all.find((entry, index) => all.indexOf(entry) !== index);
    if (twice !== undefined) throw new Error(`${otherNamesFile}: "${twice}" is listed twice`);
    return list;
  };
  return {
    names: groups('names'),
    programs: groups('programs'),
    quantities: groups('quantities'),
  };
}

/** The list of this site. */
export function readOtherNames(): OtherNames {
  return parseOtherNames(readFileSync(path.join(__dirname, 'other-names.yaml'), 'utf8'));
}

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
