import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageName, readLockfile, readManifest } from './support/lockfile.ts';

const packages = readLockfile();
const { dependencies = {}, devDependencies = {} } = readManifest('');
const require = createRequire(
  path.resolve(import.meta.dirname, '../node_modules/@docusaurus/core/package.json'),
);

describe('packages that replace dependencies of Docusaurus', () => {
  const replaced = Object.entries(dependencies).filter(([, version]) =>
    /^(?:file|npm):/.test(version),
  );

  it.each(replaced)(
    '%s is a dependency of Docusaurus, and of no other package to serve the site',
    (name) => {
      const parents = [...packages].filter(
        ([place, { dev, dependencies: needed }]) => place !== '' && !dev && needed?.[name],
      );
      expect(parents).not.toEqual([]);
      const others = parents.map(([place]) => packageName(place));
      expect(others.filter((parent) => !parent.startsWith('@docusaurus/'))).toEqual([]);
    },
  );

  it('has the version of the development server that Docusaurus requires', () => {
    const core = packages.get('node_modules/@docusaurus/core');
    expect(core?.dependencies?.['webpack-dev-server']).toBe('^4.15.2');
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
