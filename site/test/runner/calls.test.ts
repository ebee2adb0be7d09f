import { bodyViolation } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { apiConfigs, readApi } from '../../plugins/api-reference/documents';
import { credentialHeaders, missingParts, signatureOf } from '../../src/runner/credentials';
import {
  describedFields,
  explain,
  fieldOf,
  fieldsInside,
  knownCode,
} from '../../src/runner/explain';
import { prepare } from '../../src/runner/request';
import { serverChoices } from '../../src/runner/servers';
import { allCalls, callNamed, callsOf } from './support';

const calls = await allCalls();
const values = { apiKey: 'ak', connectionKey: 'ck', tokenId: 'ti', tokenSecret: 'ts' };

describe('what the runner knows of a call', () => {
  it('is there for all 52', () => {
    expect(calls).toHaveLength(52);
  });

  it.each(calls.map((call) => [call.id, call] as const))(
    '%s: an example that fits a schema whose texts are plain',
    (_id, call) => {
      expect(bodyViolation(call.request.schema, call.request.example)).toBeUndefined();
      expect(JSON.stringify(call)).not.toMatch(/\]\(\/|\*\*/);
    },
  );

  it('stays small', () => {
    for (const call of calls) expect(JSON.stringify(call).length).toBeLessThan(40_000);
  });
});

describe('servers', () => {
  it('are those of the documents, each region on its own', async () => {
    const [call] = await callsOf('platform');
    expect(serverChoices(call?.servers ?? [])).toEqual([
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
  it('go into the headers the documents name', async () => {
    const now = 1_767_225_600_999;
    for (const { security } of calls) {
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

  it('that are missing are not sent by halves', async () => {
    for (const scheme of calls.flatMap(({ security }) => security)) {
      if (scheme.kind === 'signature') continue;
      expect(await credentialHeaders(scheme, {}, '{}', 0)).toEqual(scheme.extraHeaders);
    }
  });

  it('that are missing are named', () => {
    const schemes = calls.flatMap(({ security }) => security);
    const token = schemes.find(({ kind }) => kind === 'signature');
    if (!token) throw new Error('no call takes an access token');
    expect(missingParts(token, { tokenId: 'x' })).toEqual(['tokenSecret']);
    expect(missingParts(token, values)).toEqual([]);
  });
});

describe('a prepared request', () => {
  it('is the unchanged text, to the chosen server', async () => {
    const call = await callNamed('node-list');
    const text = '{ "limit": 5, ';
    expect(
      await prepare(call, 'https://api.anedya.io/v1', call.security[0], values, text, 0),
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

  it('does not hold a credential that no header can carry', async () => {
    const call = await callNamed('node-list');
    const broken = { apiKey: 'key\r\nX-Evil: 1' };
    expect(await prepare(call, 'https://x', call.security[0], broken, '{}', 0)).toMatchObject({
      kind: 'failure',
      code: 'bad_credential',
    });
  });
});

describe('explanations', () => {
  /** Paths of an example that the page of its call explains, and those it does not. */
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
      const known = await callsOf(name);
      for (const operation of document.operations) {
        const call = known.find(({ id }) => id === operation.id);
        for (const response of operation.responses) {
          const status = Number(response.status.replace('XX', '00').replace('default', '500'));
          for (const { value } of response.examples) {
            const missing: string[] = [];
            if (call) walk(value, describedFields(call, status, value).fields, missing);
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

  it('name a documented reason, and no success', () => {
    const call = calls.find(({ codes }) => codes.some(({ code }) => code === 'node::nodenotfound'));
    if (!call) throw new Error('no call lists the reason');
    expect(knownCode(call, { success: false, reasonCode: 'node::nodenotfound' })).toMatchObject({
      code: 'node::nodenotfound',
      anchor: 'code-node-nodenotfound',
    });
    expect(
      knownCode(call, { success: true, reasonCode: 'generic::ok', errorcode: 0 }),
    ).toBeUndefined();
    expect(knownCode(call, ['node::nodenotfound'])).toBeUndefined();
  });

  it('take a failure with status 200 for a failure', async () => {
    const call = await callNamed('node-list');
    expect(describedFields(call, 200, { success: true }).part).toBe('response');
    expect(describedFields(call, 200, { success: false }).part).toBe('failure');
    expect(describedFields(call, 404, undefined).part).toBe('failure');
  });
});

it('the texts of fields are those of the document', async () => {
  const call = await callNamed('node-create');
  const name = call.request.schema.properties?.node_name;
  expect(name?.description).toMatch(/^[A-Z].*\.$/);
});
