import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Api } from '../api-reference/documents';
import { knownNames, type KnownNames } from './known-names';

export const otherNamesFile = 'site/content/named-facts/other-names.yaml';

/** Entries of one kind, and why prose may use them although they are not in a document. */
interface Group {
  readonly group: string;
  readonly why: string;
  readonly entries: readonly string[];
}

/** Names and quantities in prose that are not in a document. */
export interface OtherNames {
  readonly names: readonly Group[];
  /** First words of commands. */
  readonly programs: readonly Group[];
  /** Numbers with their unit, as written in prose. */
  readonly quantities: readonly Group[];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function isGroup(value: unknown): value is Group {
  const { group, why, entries } = (value ?? {}) as Record<string, unknown>;
  return isText(group) && isText(why) && Array.isArray(entries) && entries.every(isText);
}

/**
 * Parses the list.
 * @throws Error when a group has no name, reason or entries, or an entry is listed twice
 */
export function parseOtherNames(text: string): OtherNames {
  const data = (parse(text) ?? {}) as Record<string, unknown>;
  const groups = (key: string): Group[] => {
    const list = data[key];
    if (!Array.isArray(list) || !list.every(isGroup)) {
      throw new Error(
        `${otherNamesFile}: ${key} must be a list of groups, each with group, why and entries; quote numbers`,
      );
    }
    const all = list.flatMap(({ entries }) => entries);
    const duplicate = all.find((entry, index) => all.indexOf(entry) !== index);
    if (duplicate !== undefined)
      throw new Error(`${otherNamesFile}: "${duplicate}" is listed twice`);
    return list;
  };
  return {
    names: groups('names'),
    programs: groups('programs'),
    quantities: groups('quantities'),
  };
}

/** Path of the list of this site. */
export const otherNamesPath = path.join(__dirname, 'other-names.yaml');

/** Reads the text of the list of this site. */
export const readOtherNames = (): string => readFileSync(otherNamesPath, 'utf8');

/** Facts that prose is checked against. */
export interface Facts {
  readonly apis: readonly Api[];
  readonly names: KnownNames;
  /** Prefix of all MQTT topics. */
  readonly topicPrefix: string;
  /** Listed quantities with the words around them, the longest first. */
  readonly phrases: readonly string[];
  /** True when the list of other names contains an entry. */
  readonly lists: (part: keyof OtherNames, entry: string) => boolean;
}

/**
 * Collects the facts of the documents.
 * @param others names and quantities in prose that are not in a document
 * @param used collects the listed entries that prose uses
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
