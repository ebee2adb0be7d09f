import { describe, expect, it } from 'vitest';
import { parseDocument, type Operation } from '../src/index.ts';
import { edited, file, minimal, type ErrorCase } from './support/document.ts';
import { expectError } from './support/expect-error.ts';

async function operationOf(text: string, id: string): Promise<Operation> {
  const { operations } = await parseDocument(text, file);
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`there is no operation ${id}`);
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
  it('accept bearer in any letter case', async () => {
    const { securitySchemes } = await parseDocument(
      edited('scheme: bearer', 'scheme: Bearer'),
      file,
    );
    expect(securitySchemes[0]?.kind).toBe('bearer');
  });
});

describe('security of an operation', () => {
  // OpenAPI 3.1, 4.8.1: the document's list applies to operations without a list.
  it('is that of the document by default', async () => {
    const operation = await operationOf(minimal, 'data-get');
    expect(names(operation)).toEqual(['apiKey']);
    expect(operation.securityOptional).toBe(false);
  });

  // OpenAPI 3.1, 4.8.10: a list of the operation overrides that of the document.
  it('is its own list if it has one, in order', async () => {
    expect(names(await operationOf(minimal, 'node-create'))).toEqual(['apiKey', 'token']);
    expect(names(await operationOf(own('[{ device: [] }]'), 'data-get'))).toEqual(['device']);
  });

  it.each([
    ['[{ apiKey: [] }, {}]', ['apiKey']],
    ['[{}]', []],
    ['[]', []],
  ])('is optional with %s', async (list, schemes) => {
    const operation = await operationOf(own(list), 'data-get');
    expect(names(operation)).toEqual(schemes);
    expect(operation.securityOptional).toBe(true);
  });

  it('is optional if neither defines any', async () => {
    const operation = await operationOf(edited('security:\n  - apiKey: []\n', ''), 'data-get');
    expect(operation).toMatchObject({ security: [], securityOptional: true });
  });
});

const cases: readonly ErrorCase[] = [
  [
    'an unknown scheme of an operation',
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
    /with several security schemes is not supported/,
  ],
  [
    'HTTP basic',
    'scheme: bearer',
    'scheme: basic',
    'basic',
    /^security scheme "apiKey" is not supported/,
  ],
  [
    'a key in the query',
    'in: header, name: Authorization',
    'in: query, name: Authorization',
    'in: query',
    /^security scheme "token" is not supported/,
  ],
  [
    'OAuth',
    'type: http, scheme: bearer',
    'type: oauth2, flows: {}',
    'oauth2',
    /^security scheme "apiKey" is not supported/,
  ],
  ['another signature', 'version: v1', 'version: v2', 'version: v2', /version.* must be "v1"$/],
];

describe('an error in security', () => {
  it.each(cases)('%s: names file, line and reason', async (...errorCase) => expectError(errorCase));
});
