import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A package that the bundle replaces with a small module. */
interface Stub {
  readonly module: string;
  /** Path of the small module, below `src`. */
  readonly file: string;
  /** The framework's module that imports the package. */
  readonly importer: string;
}

const stubs: readonly Stub[] = [
  {
    module: 'prism-react-renderer',
    file: 'empty/prism-react-renderer.ts',
    importer: '@docusaurus/theme-classic/lib/prism-include-languages.js',
  },
  {
    module: 'tslib',
    file: 'empty/tslib.ts',
    importer: '@docusaurus/utils-common/lib/index.js',
  },
  {
    module: 'nprogress',
    file: 'framework/progress.ts',
    importer: '@docusaurus/theme-classic/lib/nprogress.js',
  },
  ...(
    [
      ['react-helmet-async', 'framework/head.ts', 'exports/Head.js'],
      ['react-loadable', 'framework/loadable.tsx', 'exports/ComponentCreator.js'],
      ['react-router-config', 'framework/router.tsx', 'docusaurus.js'],
      ['react-router-config', 'framework/router.tsx', 'exports/renderRoutes.js'],
      ['react-router-config', 'framework/router.tsx', 'normalizeLocation.js'],
      ['react-router-config', 'framework/router.tsx', 'preload.js'],
      ['react-router-dom', 'framework/router.tsx', 'PendingNavigation.js'],
      ['react-router-dom', 'framework/router.tsx', 'exports/Link.js'],
      ['react-router-dom', 'framework/router.tsx', 'exports/router.js'],
    ] as const
  ).map(([module, file, importer]) => ({
    module,
    file,
    importer: `@docusaurus/core/lib/client/${importer}`,
  })),
];

/** Names that a source imports from a module with `import` or `require`. */
export function importedNames(source: string, module: string): string[] {
  const imports = new RegExp(
    `(?:import|export) (\\w+)?(?:, )?(?:\\{([^}]*)\\})? ?from ['"]${module}['"]`,
    'g',
  );
  const required = new RegExp(`const (\\w+) = require\\(['"]${module}['"]\\)`, 'g');
  return [
    ...[...source.matchAll(imports)].flatMap(([, whole, names = '']) => [
      ...(whole === undefined ? [] : ['default']),
      ...[...names.matchAll(/(\w+)(?: as \w+)?/g)].map(([, name = '']) => name),
    ]),
    ...[...source.matchAll(required)].flatMap(([, name = '']) =>
      [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used),
    ),
  ];
}

/** Names that a source exports by `export default`, `export const` and `export function`. */
export const exportedNames = (source: string) =>
  [...source.matchAll(/^export (?:(default)|(?:const|function) (\w+))/gm)].map(
    ([, isDefault, name]) => isDefault ?? name ?? '',
  );

/**
 * Checks that a stub exports every name that its importer uses.
 * @throws Error when a name is missing, or the importer no longer imports the package
 */
export function checkStub({ module, file, importer }: Stub, source: string, stub: string): void {
  const names = importedNames(source, module);
  if (names.length === 0) {
    throw new Error(`${importer} no longer imports ${module}: remove the alias of src/${file}`);
  }
  const missing = names.filter((name) => !exportedNames(stub).includes(name));
  if (missing.length > 0) {
    throw new Error(`${importer} uses ${missing.join(', ')} of ${module}: add to src/${file}`);
  }
}

const packages = path.resolve(__dirname, '../../node_modules');

/** SHA-256 of the framework's client entry, which does in one task what `src/boot` does in several. */
const clientEntryDigest = 'a9d6514eaf79c05c7d5275b5139298a5467c1c8339ab8a887c5d8ba61aff9871';

/**
 * Checks that the framework's client entry is the one that `src/boot` replaces.
 * @throws Error when it has changed
 */
export function checkClientEntry(
  source = readFileSync(path.join(packages, '@docusaurus/core/lib/client/clientEntry.js'), 'utf8'),
): void {
  if (createHash('sha256').update(source).digest('hex') !== clientEntryDigest) {
    throw new Error("the framework's client entry has changed: review src/boot/index.ts");
  }
}

/** Modules that are replaced in the production bundle of the browser, with the replacing files in `src`. */
export const replacedModules = Object.fromEntries(
  stubs
    .filter(({ file }) => file.startsWith('framework/'))
    .map(({ module, file }) => [`${module}$`, file]),
);

/** Checks all stubs against the installed packages. */
export function checkStubs(): void {
  for (const stub of stubs) {
    const source = readFileSync(path.join(packages, stub.importer), 'utf8');
    checkStub(stub, source, readFileSync(path.resolve(__dirname, '../src', stub.file), 'utf8'));
  }
}
