import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

interface Manifest {
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const { dependencies = {}, devDependencies = {} } = read('package.json') as Manifest;
const { packages } = read('package-lock.json') as {
  readonly packages: Readonly<Record<string, Manifest>>;
};
const require = createRequire(path.join(root, 'node_modules/@docusaurus/core/package.json'));

describe('packages that replace dependencies of Docusaurus', () => {
  const replaced = Object.entries(dependencies).filter(([, version]) =>
    /^(?:file|npm):/.test(version),
  );

  it.each(replaced)(
    '%s is a dependency of Docusaurus, and of no other package to serve the site',
    (name) => {
      const parents = Object.entries(packages)
        .filter(
          ([folder, { dev, dependencies: needed }]) =>
            folder !== '' && dev !== true && needed?.[name] !== undefined,
        )
        .map(([folder]) => path.dirname(folder));
      expect(new Set(parents)).toEqual(new Set(['node_modules/@docusaurus']));
    },
  );

  it('has the version of the development server that Docusaurus requires', () => {
    const required =
      packages['node_modules/@docusaurus/core']?.dependencies?.['webpack-dev-server'];
    expect(required).toBe('^4.15.2');
    expect(devDependencies['docusaurus-dev-server']).toBe('npm:webpack-dev-server@4.15.2');
  });

  it('throws when a package is used that is not installed', () => {
    const presetEnv = require('@babel/preset-env') as () => never;
    expect(presetEnv).toThrow('site/replacements/README.md');
  });
});

describe('react-dev-utils', () => {
  it('has the address of the development server', () => {
    const { prepareUrls } = require('react-dev-utils/WebpackDevServerUtils') as {
      prepareUrls: (protocol: string, host: string, port: number) => unknown;
    };
    expect(prepareUrls('http', '0.0.0.0', 3000)).toEqual({
      localUrlForBrowser: 'http://localhost:3000/',
    });
    expect(prepareUrls('https', '10.0.0.7', 8443)).toEqual({
      localUrlForBrowser: 'https://10.0.0.7:8443/',
    });
  });

  it('has the file, the place and the source of an error, without internal lines', () => {
    const format = require('react-dev-utils/formatWebpackMessages') as (stats: {
      errors: object[];
      warnings: object[];
    }) => unknown;
    const message = [
      'Module parse failed (from ./loader.js):',
      'Module build failed (from builtin:swc-loader):',
      '  × Expected a semicolon',
      '    at parse (/x/node_modules/y/lib.js:10:2)',
      '    at <anonymous>',
      ' 3 | const a = ;',
    ].join('\n');
    expect(
      format({ errors: [{ moduleName: './src/a.ts', loc: '3:10', message }], warnings: [] }),
    ).toEqual({
      errors: ['./src/a.ts:3:10\n  × Expected a semicolon\n 3 | const a = ;'],
      warnings: [],
    });
  });
});
