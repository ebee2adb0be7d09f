import { readFileSync } from 'node:fs';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { packageName, placeOf, readLockfile, readManifest } from './support/lockfile.ts';

const packages = readLockfile();
const installed = [...packages].filter(([place]) => place.includes('node_modules/'));
/** Workspace folders; the empty one is the root. */
const folders = [...packages.keys()].filter((place) => !place.includes('node_modules/'));

describe('Docusaurus', () => {
  const found = installed.filter(([place]) => packageName(place).startsWith('@docusaurus/'));

  // Several of its packages request a range: npm would install newer ones next to 3.7.0, and the build would fail.
  it('is installed only in version 3.7.0', () => {
    const others = found.filter(([, { version }]) => version !== '3.7.0');
    expect(others.map(([place]) => place)).toEqual([]);
  });

  it('is installed once', () => {
    const names = found.map(([place]) => packageName(place));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining(
        ['core', 'faster', 'theme-classic'].map((name) => `@docusaurus/${name}`),
      ),
    );
  });
});

describe('React', () => {
  // Two copies on one page have separate hooks: the second one fails.
  it.each(['react', 'react-dom', '@mdx-js/react'])('%s is installed once', (name) => {
    const places = installed.filter(([place]) => packageName(place) === name);
    expect(places.map(([place, { version }]) => `${place} ${version ?? ''}`)).toHaveLength(1);
  });
});

/** The version without the name of another package, or the folder in this project. */
const written = (version: string) => version.replace(/^(?:npm:.+@|file:)/, '');

/** An exact version, a folder in this project, or, in `overrides`, what a dependency names (`$name`). */
const isExact = (version: string) =>
  semver.valid(written(version)) === written(version) || /^(?:file:|\$)/.test(version);

describe('the workspace', () => {
  it('is the root, the site and the packages', () => {
    expect(folders).toEqual(
      expect.arrayContaining(['', 'packages/openapi-model', 'packages/server', 'site']),
    );
  });

  it.each(folders)('"%s" names exact versions', (folder) => {
    const { dependencies, devDependencies, optionalDependencies, overrides } = readManifest(folder);
    const pinned = Object.entries(overrides ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : Object.entries(value),
    );
    const all = [dependencies, devDependencies, optionalDependencies].flatMap((list) =>
      Object.entries(list ?? {}),
    );
    const loose = [...all, ...pinned].filter(([, version]) => !isExact(version));
    expect(loose).toEqual([]);
  });

  it.each(folders)('"%s" is locked as it is written', (folder) => {
    const { dependencies, devDependencies } = readManifest(folder);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const place = placeOf(packages, folder, name) ?? '';
      const entry = packages.get(place);
      const target = entry?.link ? packages.get(entry.resolved ?? '') : entry;
      const locked = version.startsWith('file:') ? entry?.resolved : target?.version;
      expect(locked, name).toBe(written(version));
    }
  });
});

// The reasons are in site/README.md.
describe('the overrides', () => {
  it.each(Object.keys(readManifest('').overrides ?? {}))('%s has its reason', (name) => {
    expect(readFileSync('site/README.md', 'utf8')).toMatch(new RegExp(`^\\| \\[?\`${name}\``, 'm'));
  });
});

describe('the lockfile', () => {
  // A host would make every clone use it, whatever registry is configured.
  it('contains no registry', () => {
    const hosts = installed.filter(([, { resolved }]) => /^[a-z+]+:/.test(resolved ?? ''));
    expect(hosts.map(([place, { resolved }]) => `${place} ${resolved ?? ''}`)).toEqual([]);
  });

  it('contains all dependencies of its packages', () => {
    const missing = [...packages].flatMap(([place, { dependencies }]) =>
      Object.keys(dependencies ?? {})
        .filter((name) => placeOf(packages, place, name) === undefined)
        .map((name) => `${place} needs ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('supports Node.js 20.19.0 in all packages', () => {
    const unsupported = [...packages].filter(
      ([, { engines }]) => engines?.node && !semver.satisfies('20.19.0', engines.node),
    );
    expect(unsupported.map(([place, { engines }]) => `${place} ${engines?.node ?? ''}`)).toEqual(
      [],
    );
  });

  it('requires Node.js 20.19.0 or later', () => {
    expect(semver.minVersion(readManifest('').engines?.node ?? '*')?.version).toBe('20.19.0');
  });
});
