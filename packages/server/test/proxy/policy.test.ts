import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../openapi-model/src/index.ts';
import { checkPageOrigin, readApiAccess, type AccessDocument } from '../../src/proxy/policy.ts';
import { deviceDocument, platformDocument } from './support/api-documents.ts';

describe('readApiAccess', () => {
  it('reads the platform API', () => {
    expect(readApiAccess(platformDocument)).toEqual({
      servers: [
        { origin: 'https://api.ap-in-1.anedya.io', basePath: '/v1/' },
        { origin: 'https://api.anedya.io', basePath: '/v1/' },
      ],
      methods: ['POST'],
      headers: [
        'authorization',
        'x-anedya-tokenid',
        'x-anedya-timestamp',
        'x-anedya-signatureversion',
        'x-anedya-signature',
      ],
    });
  });

  it('reads the device API', () => {
    expect(readApiAccess(deviceDocument)).toEqual({
      servers: [{ origin: 'https://device.ap-in-1.anedya.io', basePath: '/v1/' }],
      methods: ['POST'],
      headers: ['authorization', 'auth-mode'],
    });
  });

  it('expands server variables', () => {
    const server = {
      url: 'https://{a}.{b}.example.com/',
      variables: { a: { enum: ['1', '2'], default: '1' }, b: { default: 'x' } },
    };
    const { servers } = readApiAccess({ ...deviceDocument, servers: [server] });
    expect(servers).toEqual([
      { origin: 'https://1.x.example.com', basePath: '/' },
      { origin: 'https://2.x.example.com', basePath: '/' },
    ]);
  });

  it('reads the methods of operations only', () => {
    const paths = { '/a': { parameters: [], get: {}, trace: {}, 'x-note': '' }, '/b': { put: {} } };
    expect(readApiAccess({ ...deviceDocument, paths }).methods).toEqual(['GET', 'PUT']);
  });

  const withScheme = (scheme: { type: string; in: string; name: string }) => ({
    ...deviceDocument,
    components: { securitySchemes: { own: scheme } },
  });

  it('reads no header for a credential that is not in a header', () => {
    const scheme = { type: 'apiKey', in: 'query', name: 'key' };
    expect(readApiAccess(withScheme(scheme)).headers).toEqual([]);
  });

  it.each([
    ['no TLS', 'http://h/v1'],
    ['user info', 'https://a@h/v1'],
    ['an undefined variable', 'https://{a}/v1'],
  ])('rejects a server with %s', (_case, url) => {
    expect(() => readApiAccess({ ...deviceDocument, servers: [{ url }] })).toThrow(
      `servers: expected an https URL, got "${url}"`,
    );
  });

  it('rejects an invalid header name', () => {
    const scheme = { type: 'apiKey', in: 'header', name: 'A: b' };
    expect(() => readApiAccess(withScheme(scheme))).toThrow('"A: b" is not a valid header name');
  });
});

const specs = path.resolve(import.meta.dirname, '../../../../specs');

// Keeps the fixture in sync with the documents of the site.
it.each([
  ['platform.openapi.yaml', platformDocument],
  ['device.openapi.yaml', deviceDocument],
])('the fixture of %s grants the same access', async (file, fixture) => {
  const { raw } = await parseDocument(readFileSync(path.join(specs, file), 'utf8'), file);
  expect(readApiAccess(raw as unknown as AccessDocument)).toEqual(readApiAccess(fixture));
});

const allowed = new Set(['https://docs.anedya.io']);
const own = 'http://localhost:3000';
const check = (origin?: string, fetchSite?: string, to = own) =>
  checkPageOrigin({ origin, fetchSite, serverOrigin: to }, allowed);

describe('checkPageOrigin', () => {
  it('accepts programs, which send no Origin', () => {
    expect(check()).toBe('same-origin');
    expect(check(undefined, 'none')).toBe('same-origin');
  });

  it('accepts pages of the site', () => {
    expect(check('http://localhost:3000', 'same-origin')).toBe('same-origin');
    expect(check('https://a', undefined, 'https://a:443')).toBe('same-origin');
  });

  it('accepts pages of the site behind TLS termination', () => {
    expect(check('https://docs.example.org', 'same-origin', 'http://docs.example.org')).toBe(
      'same-origin',
    );
    expect(check('https://docs.example.org', undefined, 'http://docs.example.org')).toBe(
      'rejected',
    );
  });

  it('lets pages of the list read the response', () => {
    expect(check('https://docs.anedya.io', 'cross-site')).toEqual({
      cors: 'https://docs.anedya.io',
    });
  });

  it.each([
    ['https://example.org', 'cross-site'],
    ['http://localhost:3001', 'same-site'],
    ['https://localhost:3000', 'same-site'],
    ['http://docs.anedya.io', 'cross-site'],
    ['https://docs.anedya.io.example.org', undefined],
    ['https://docs.anedya.io/', undefined],
    ['https://docs.anedya.io, https://example.org', undefined],
    ['null', undefined],
    ['', undefined],
    [undefined, 'cross-site'],
  ])('rejects origin %s, site %s', (origin, fetchSite) => {
    expect(check(origin, fetchSite)).toBe('rejected');
  });

  it('rejects an origin when the request has no valid Host', () => {
    expect(check('https://a', undefined, 'https://undefined/')).toBe('rejected');
    expect(check('null', undefined, 'not a url')).toBe('rejected');
  });
});
