import { bodyViolation } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { apiConfigs, readApi } from '../../content/api-reference/documents';
import { credentialHeaders, missingParts, signatureOf } from './credentials';
import { describedFields, explain, fieldOf, fieldsInside, knownCode } from './explain';
import { prepare } from './request';
import { serverChoices } from './servers';
import { allOperations, operationNamed, operationsOf } from '../../test/support/operations';

const operations = await allOperations();
const values = { apiKey: 'ak', connectionKey: 'ck', tokenId: 'ti', tokenSecret: 'ts' };

describe('the operation data of the runner', () => {
  it('exists for all 52 operations', () => {
    expect(operations).toHaveLength(52);
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s: the example is valid, and the schema has plain text only',
    (_id, operation) => {
      expect(bodyViolation(operation.request.schema, operation.request.example)).toBeUndefined();
      expect(JSON.stringify(operation)).not.toMatch(/\]\(\/|\*\*/);
    },
  );

  it('stays small', () => {
    for (const operation of operations)
      expect(JSON.stringify(operation).length).toBeLessThan(40_000);
  });
});

describe('servers', () => {
  it('are those of the documents, with one entry per region', async () => {
    const [operation] = await operationsOf('platform');
    expect(serverChoices(operation?.servers ?? [])).toEqual([
      {
        url: 'https://api.ap-in-1.anedya.io/v1',
        label: 'api.ap-in-1.anedya.io · Regional base URL',
        isSandbox: false,
      },
      {
        url: 'https://api.anedya.io/v1',
        label: 'api.anedya.io · Default base URL',
        isSandbox: false,
      },
    ]);
  });

  it('multiply by every variable', () => {
    const variables = ['a', 'b'].map((name) => ({
      name,
      default: '1',
      enum: ['1', '2'],
      description: '',
    }));
    const server = { template: 'https://{a}.{b}.x/', url: '', description: '', variables };
    expect(serverChoices([server]).map(({ url }) => url)).toEqual([
      'https://1.1.x',
      'https://1.2.x',
      'https://2.1.x',
      'https://2.2.x',
    ]);
  });
});

describe('credentials', () => {
  it('are sent in the documented headers', async () => {
    const now = 1_767_225_600_999;
    for (const { security } of operations) {
      for (const scheme of security) {
        const headers = await credentialHeaders(scheme, values, '{}', now);
        const expected = {
          bearer: { Authorization: 'Bearer ak' },
          key: { 'Auth-mode': 'key', Authorization: 'ck' },
          signature: {
            Authorization: 'ANEDYASIGV1',
            'X-Anedya-Tokenid': 'ti',
            'X-Anedya-Timestamp': '1767225600',
            'X-Anedya-SignatureVersion': 'v1',
            'X-Anedya-Signature': await signatureOf('{}', 1_767_225_600, 'ts'),
          },
        }[scheme.kind];
        expect(headers).toEqual(expected);
      }
    }
  });

  it('are not sent in part when one is missing', async () => {
    for (const scheme of operations.flatMap(({ security }) => security)) {
      if (scheme.kind === 'signature') continue;
      expect(await credentialHeaders(scheme, {}, '{}', 0)).toEqual(scheme.extraHeaders);
    }
  });

  it('that are missing are listed', () => {
    const schemes = operations.flatMap(({ security }) => security);
    const token = schemes.find(({ kind }) => kind === 'signature');
    if (!token) throw new Error('no operation takes an access token');
    expect(missingParts(token, { tokenId: 'x' })).toEqual(['tokenSecret']);
    expect(missingParts(token, values)).toEqual([]);
  });
});

describe('a prepared request', () => {
  it('has the unchanged body and the selected server', async () => {
    const operation = await operationNamed('node-list');
    const text = '{ "limit": 5, ';
    expect(
      await prepare(operation, 'https://api.anedya.io/v1', operation.security[0], values, text, 0),
    ).toEqual({
      method: 'POST',
      url: 'https://api.anedya.io/v1/node/list',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Authorization: 'Bearer ak',
      },
      body: text,
    });
  });

  it('is a failure for a credential that a header cannot contain', async () => {
    const operation = await operationNamed('node-list');
    const broken = { apiKey: 'key\r\nX-Evil: 1' };
    expect(
      await prepare(operation, 'https://x', operation.security[0], broken, '{}', 0),
    ).toMatchObject({
      kind: 'failure',
      code: 'bad_credential',
    });
  });
});

describe('explanations', () => {
  /** Paths of an example that the page of its operation explains, and paths that it does not. */
  function walk(
    value: unknown,
    fields: ReturnType<typeof describedFields>['fields'],
    missing: string[],
  ) {
    if (Array.isArray(value)) value.forEach((item) => walk(item, fields, missing));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        const field = fieldOf(fields, name);
        if (!explain('response', field)) missing.push(name);
        walk(item, fieldsInside(field), missing);
      }
    }
  }

  it.each(apiConfigs.map(({ name }) => name))(
    'cover every field of every example of the %s API',
    async (name) => {
      const { document } = await readApi(name);
      const known = await operationsOf(name);
      for (const operation of document.operations) {
        const loaded = known.find(({ id }) => id === operation.id);
        for (const response of operation.responses) {
          const status = Number(response.status.replace('XX', '00').replace('default', '500'));
          for (const { value } of response.examples) {
            const missing: string[] = [];
            if (loaded) walk(value, describedFields(loaded, status, value).fields, missing);
            expect([operation.id, response.status, missing]).toEqual([
              operation.id,
              response.status,
              [],
            ]);
          }
        }
      }
    },
  );

  it('explain a documented reason, and not a success', () => {
    const operation = operations.find(({ codes }) =>
      codes.some(({ code }) => code === 'node::nodenotfound'),
    );
    if (!operation) throw new Error('no operation lists the reason');
    expect(
      knownCode(operation, { success: false, reasonCode: 'node::nodenotfound' }),
    ).toMatchObject({
      code: 'node::nodenotfound',
      anchor: 'code-node-nodenotfound',
    });
    expect(
      knownCode(operation, { success: true, reasonCode: 'generic::ok', errorcode: 0 }),
    ).toBeUndefined();
    expect(knownCode(operation, ['node::nodenotfound'])).toBeUndefined();
  });

  it('treat an error with HTTP 200 as an error', async () => {
    const operation = await operationNamed('node-list');
    expect(describedFields(operation, 200, { success: true }).part).toBe('response');
    expect(describedFields(operation, 200, { success: false }).part).toBe('failure');
    expect(describedFields(operation, 404, undefined).part).toBe('failure');
  });
});

it('the texts of fields are those of the document', async () => {
  const operation = await operationNamed('node-create');
  const name = operation.request.schema.properties?.node_name;
  expect(name?.description).toMatch(/^[A-Z].*\.$/);
});
