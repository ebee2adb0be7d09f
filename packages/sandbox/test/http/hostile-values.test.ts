import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/context.ts';
import { documentedOperations } from '../support/documented-operations.ts';
import { sendHostile } from '../support/hostile-bodies.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const operations = await documentedOperations();

/** Values that stores may treat differently: unlike those of `hostile-json.test.ts`, they can reach one. */
const hostile = [`"${'ü'.repeat(50_000)}"`, '"\\u0000\\ud800"', '1e999', '9007199254740993'];

const long = 'x'.repeat(100_000);

describe('hostile values', () => {
  const harness = useHttpSandbox();

  it.each(operations)('do not break $id', async (entry) => {
    for (const each of hostile) {
      for (const { status, sent, body } of await sendHostile(entry, each, harness)) {
        expect(status, sent.slice(0, 200)).toBeLessThan(500);
        // An error repeats only the start of a long value.
        const { error = '' } = body;
        expect(JSON.stringify(error).length, sent.slice(0, 200)).toBeLessThan(1000);
      }
    }
  });

  it.each<[string, JsonObject]>([
    ['data/latest', { nodes: [], variable: long }],
    ['valuestore/getValue', { namespace: { scope: 'global', id: long }, key: 'a' }],
    ['valuestore/getValue', { namespace: { scope: 'global', id: 'a' }, key: long }],
  ])('get a short error in %s with an access token', async (path, fields) => {
    const { http, project } = harness;
    const nodes = [project.nodes[0].nodeId];
    const body = JSON.stringify({ ...fields, ...('nodes' in fields && { nodes }) });
    const policy = {
      resources: { nodes, vsglobalscopes: ['a'] },
      allow: ['data::getlatest', 'vs::getvalue'],
    };
    const created = await http.platform('/access/tokens/create', project.apiKey, {
      ttlSec: 60,
      policy,
    });
    const token = created.body as unknown as { tokenId: string; token: string };
    const headers = http.signed(token, body);
    const { body: rejected } = await http.send(`/platform/v1/${path}`, { headers, body });
    expect(rejected).toMatchObject({ success: false });
    expect(JSON.stringify(rejected).length).toBeLessThan(1000);
  });
});
