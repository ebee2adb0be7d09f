import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export const otherNamesFile = 'site/plugins/named-facts/other-names.yaml';

/** Entries of one kind, and why they stand in prose without being in a document. */
export interface Group {
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
 * @throws Error when a group lacks its name, its reason or its entries, or an entry stands there twice
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
    if (twice !== undefined) throw new Error(`${otherNamesFile}: "${twice}" stands there twice`);
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
