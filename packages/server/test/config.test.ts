import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

const folder = path.resolve('/srv/site');

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, folder)).toEqual({
      host: 'localhost',
      port: 3000,
      siteDir: folder,
      basePath: '/',
      trustProxy: false,
      logLevel: 'info',
      searchIndexName: 'anedya-docs',
    });
  });

  it('takes every value from the environment', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: '8080',
      SITE_DIR: 'build',
      BASE_URL: '/docs/v2/',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'silent',
      SEARCH_INDEX_NAME: 'docs_v2',
    };
    expect(readConfig(env, folder)).toEqual({
      host: '0.0.0.0',
      port: 8080,
      siteDir: path.resolve('build'),
      basePath: '/docs/v2/',
      trustProxy: true,
      logLevel: 'silent',
      searchIndexName: 'docs_v2',
    });
  });

  it.each(['0', '1', '65535'])('takes port %s', (port) => {
    expect(readConfig({ PORT: port }, folder).port).toBe(Number(port));
  });

  it.each(['::', '::1', '127.0.0.1', 'docs.example.org'])('takes host %s', (host) => {
    expect(readConfig({ HOST: host }, folder).host).toBe(host);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '80a'],
    ['HOST', 'http://localhost'],
    ['HOST', 'a b'],
    ['BASE_URL', 'docs'],
    ['BASE_URL', '/docs'],
    ['BASE_URL', 'docs/'],
    ['BASE_URL', '/a//b/'],
    ['BASE_URL', '/a?b/'],
    ['TRUST_PROXY', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['SEARCH_INDEX_NAME', 'a b'],
    ['SEARCH_INDEX_NAME', '*'],
    ['SEARCH_INDEX_NAME', 'a/b'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value }, folder)).toThrow(new RegExp(`^${name}: `));
  });

  it('names every variable that is wrong, in one line', () => {
    const read = () => readConfig({ PORT: 'x', BASE_URL: 'y' }, folder);
    expect(read).toThrow(/^PORT: .*; BASE_URL: [^\n]*$/);
  });
});
