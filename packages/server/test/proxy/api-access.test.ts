import { describe, expect, it } from 'vitest';
import { readApiAccess } from '../../src/proxy/api-access.ts';
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

  it('fills in every choice of the variables of a server', () => {
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

  it('takes the methods of operations alone', () => {
    const paths = { '/a': { parameters: [], get: {}, trace: {}, 'x-note': '' }, '/b': { put: {} } };
    expect(readApiAccess({ ...deviceDocument, paths }).methods).toEqual(['GET', 'PUT']);
  });

  const withScheme = (scheme: unknown) => ({
    ...deviceDocument,
    components: { securitySchemes: { own: scheme } },
  });

  it('takes no header of a credential that goes elsewhere', () => {
    const scheme = { type: 'apiKey', in: 'query', name: 'key' };
    expect(readApiAccess(withScheme(scheme)).headers).toEqual([]);
  });

  it.each([
    ['no document', null, 'servers: expected a list'],
    ['no servers', { ...deviceDocument, servers: {} }, 'servers: expected a list'],
    [
      'a server without TLS',
      { ...deviceDocument, servers: [{ url: 'http://h/v1' }] },
      'servers.0.url: expected an https address',
    ],
    [
      'a server with user info',
      { ...deviceDocument, servers: [{ url: 'https://a@h/v1' }] },
      'servers.0.url: expected an https address',
    ],
    [
      'a variable that is not described',
      { ...deviceDocument, servers: [{ url: 'https://{a}/v1' }] },
      'servers.0.url: expected an https address',
    ],
    ['no paths', { ...deviceDocument, paths: [] }, 'paths: expected an object'],
    ['no schemes', { ...deviceDocument, components: {} }, 'components.securitySchemes: expected'],
    [
      'a signature that is named alone',
      withScheme({ type: 'http', 'x-anedya-signature': 'v1' }),
      'own.x-anedya-signature: expected an object',
    ],
    [
      'a signature without headers',
      withScheme({ type: 'http', 'x-anedya-signature': { version: 'v1' } }),
      'x-anedya-signature.headers: expected an object',
    ],
    [
      'a header that is none',
      withScheme({ type: 'apiKey', in: 'header', name: 'A: b' }),
      '"A: b" is no name of a header',
    ],
  ])('names what is wrong with %s', (_case, document, message) => {
    expect(() => readApiAccess(document)).toThrow(message);
  });
});
