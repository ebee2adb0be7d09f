import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** A change to this documentation. */
export interface DocumentationChange {
  /** Publication date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly title: string;
  readonly change: string;
}

interface Release {
  readonly version: string;
  /** Release notes; empty if there are none. */
  readonly change: string;
}

export interface Sdk {
  readonly id: string;
  readonly name: string;
  /** Heading of its part of the changelog. */
  readonly anchor: string;
  /** Date when this documentation first listed the releases, `YYYY-MM-DD`. Their release dates are undocumented. */
  readonly listed: string;
  readonly releases: readonly Release[];
}

export interface Changes {
  readonly documentation: readonly DocumentationChange[];
  readonly sdks: readonly Sdk[];
}

/** Anchor of an entry on the page, and its permanent id in the feeds (RFC 4287, 4.2.6). */
export const changeAnchor = ({ date, title }: DocumentationChange): string =>
  `${date}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;

/** Anchor of a release on the page, and its permanent id in the feeds. */
export const releaseAnchor = ({ id }: Sdk, { version }: Release): string => `${id}-${version}`;

export const changesFile = path.join(__dirname, 'changes.yaml');

type Fields = Readonly<Record<string, unknown>>;

/** @throws Error with the name of the entry when the text is missing or does not match */
function text(entry: Fields, name: string, place: string, pattern = /^.*$/s): string {
  const value = entry[name];
  if (typeof value === 'string' && pattern.test(value)) return value.trim();
  throw new Error(
    `${changesFile}: ${place} requires "${name}", a string that matches ${String(pattern)}`,
  );
}

function list(entry: Fields, name: string, place: string): Fields[] {
  const value = entry[name];
  if (Array.isArray(value)) return value as Fields[];
  throw new Error(`${changesFile}: ${place} requires "${name}", a list`);
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const some = /\S/;

/**
 * Parses the entries of the changelog.
 * @param source text of `changes.yaml`
 * @throws Error that names the invalid entry
 */
export function readChanges(source = readFileSync(changesFile, 'utf8')): Changes {
  const root = parse(source) as Fields;
  return {
    documentation: list(root, 'documentation', 'the file').map((entry, index) => {
      const place = `documentation[${index}]`;
      return {
        date: text(entry, 'date', place, day),
        title: text(entry, 'title', place, some),
        change: text(entry, 'change', place, some),
      };
    }),
    sdks: list(root, 'sdks', 'the file').map((entry, index) => {
      const place = `sdks[${index}]`;
      return {
        id: text(entry, 'id', place, some),
        name: text(entry, 'name', place, some),
        anchor: text(entry, 'anchor', place, some),
        listed: text(entry, 'listed', place, day),
        releases: list(entry, 'releases', place).map((release, at) => ({
          version: text(release, 'version', `${place}.releases[${at}]`, /^\d+\.\d+\.\d+$/),
          change: text(release, 'change', `${place}.releases[${at}]`),
        })),
      };
    }),
  };
}
