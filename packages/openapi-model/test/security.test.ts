import { describe, expect, it } from 'vitest';
import { parseDocument, type Operation } from '../src/index.ts';
import { edited, file, minimal, type FaultCase } from './support/document.ts';
import { expectFault } from './support/expect-fault.ts';

async function call(text: string, id: string): Promise<Operation> {
  const { operations } = await parseDocument(text, file);
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`there is no call ${id}`);
  return found;
}

const names = (operation: Operation) => operation.security.map(({ id }) => id);
const own = (list: string) =>
  edited('      tags: [Data]\n', `      tags: [Data]\n      security: ${list}\n`);

describe('security schemes', () => {
  it('are HTTP bearer, a signature, or a key with its headers', async () => {
    const { securitySchemes } = await parseDocument(minimal, file);
    expect(securitySchemes).toEqual([
      {
        id: 'apiKey',
        kind: 'bearer',
        header: 'Authorization',
        extraHeaders: {},
        description: 'Key',
      },
      {
        id: 'token',
        kind: 'signature',
        header: 'Authorization',
        extraHeaders: {},
        signatureHeaders: {
          tokenId: 'X-Id',
          timestamp: 'X-Time',
          version: 'X-Version',
          signature: 'X-Signature',
        },
        description: '',
      },
      {
        id: 'device',
        kind: 'key',
        header: 'X-Key',
        extraHeaders: { 'Auth-mode': 'key' },
        description: '',
      },
    ]);
  });

  // RFC 9110, 11.1: the name of an HTTP scheme ignores case.
  it('take bearer in any case', async () => {
    const { securitySchemes } = await parseDocument(
      edited('scheme: bearer', 'scheme: Bearer'),
      file,
    );
    expect(securitySchemes[0]?.kind).toBe('bearer');
  });
});

describe('security of a call', () => {
  // OpenAPI 3.1, 4.8.1: the list of the document is for operations without a list of their own.
  it('is that of the document when it states none', async () => {
    const operation = await call(minimal, 'data-get');
    expect(names(operation)).toEqual(['apiKey']);
    expect(operation.securityOptional).toBe(false);
  });

  // OpenAPI 3.1, 4.8.10: a list of the operation overrides that of the document.
  it('is its own list when it states one, the first scheme first', async () => {
    expect(names(await call(minimal, 'node-create'))).toEqual(['apiKey', 'token']);
    expect(names(await call(own('[{ device: [] }]'), 'data-get'))).toEqual(['device']);
  });

  it.each([
    ['[{ apiKey: [] }, {}]', ['apiKey']],
    ['[{}]', []],
    ['[]', []],
  ])('is optional with %s', async (list, schemes) => {
    const operation = await call(own(list), 'data-get');
    expect(names(operation)).toEqual(schemes);
    expect(operation.securityOptional).toBe(true);
  });

  it('is optional when nothing states any', async () => {
    const operation = await call(edited('security:\n  - apiKey: []\n', ''), 'data-get');
    expect(operation).toMatchObject({ security: [], securityOptional: true });
  });
});

const cases: readonly FaultCase[] = [
  [
    'an unknown scheme of a call',
    '- token: []',
    '- tokens: []',
    '- tokens',
    /^security scheme "tokens" is not declared$/,
  ],
  [
    'an unknown scheme of the document',
    '  - apiKey: []\nx-',
    '  - apiKeys: []\nx-',
    '- apiKeys',
    /^security scheme "apiKeys" is not declared$/,
  ],
  [
    'two schemes at once',
    '- token: []',
    '- { apiKey: [], token: [] }',
    '- { apiKey',
    /names one security scheme/,
  ],
  [
    'HTTP basic',
    'scheme: bearer',
    'scheme: basic',
    'basic',
    /^security scheme "apiKey" is of a kind we do not know/,
  ],
  [
    'a key in the query',
    'in: header, name: Authorization',
    'in: query, name: Authorization',
    'in: query',
    /^security scheme "token" is of a kind/,
  ],
  [
    'OAuth',
    'type: http, scheme: bearer',
    'type: oauth2, flows: {}',
    'oauth2',
    /^security scheme "apiKey" is of a kind/,
  ],
  ['another signature', 'version: v1', 'version: v2', 'version: v2', /version.* must be "v1"$/],
];

describe('a fault in security', () => {
  it.each(cases)('%s: names file, line and reason', async (...fault) => expectFault(fault));
});
