import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

type Versions = Readonly<Record<string, string>>;

/** One entry of a lockfile (npm, package-lock.json version 3). */
export interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  /** Whether only tests and benchmarks need it. */
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly engines?: Versions;
  readonly dependencies?: Versions;
}

export interface Manifest {
  readonly workspaces?: readonly string[];
  readonly engines?: Versions;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly overrides?: Readonly<Record<string, string | Versions>>;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** Entries by path, such as `node_modules/a/node_modules/b`; the empty path is the root. */
export function readLockfile(): Map<string, LockedPackage> {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> };
  return new Map(Object.entries(packages));
}

/** A `package.json` of the workspace. */
export function readManifest(folder: string): Manifest {
  return readJson(path.join(folder, 'package.json')) as Manifest;
}

/** Name of the package at a path. */
export const packageName = (place: string) => place.replace(/^(?:.*\/)?node_modules\//, '');

/** Path from which a package gets a dependency, by Node.js module resolution; undefined when there is none. */
export function placeOf(
  packages: ReadonlyMap<string, LockedPackage>,
  from: string,
  name: string,
): string | undefined {
  const parts = from === '' ? [] : from.split('/');
  for (let length = parts.length; length >= 0; length -= 1) {
    const place = [...parts.slice(0, length), 'node_modules', name].join('/');
    if (packages.has(place)) return place;
  }
  return undefined;
}
