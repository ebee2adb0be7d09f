import { bodyFault, type Operation } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { handlers } from '../../src/core/handlers.ts';
import type { JsonObject } from '../../src/core/context.ts';
import { withGuideCalls } from '../../src/guide-calls/documents.ts';
import { apiDocuments } from '../support/api-documents.ts';
import { bearer, deviceKey } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const documents = await withGuideCalls(await apiDocuments());
const calls = (['platform', 'device'] as const).flatMap((api) =>
  documents[api].operations.map((operation) => ({ api, operation, id: `${api}/${operation.id}` })),
);

/** Examples that a new project refuses: they name what it lacks, or have been true before. */
const refusedExamples: Readonly<Record<string, readonly [number, string?]>> = {
  'platform/variable-create': [409, 'sandbox::variableexists'],
  'platform/variables-snapshot': [400, 'generic::malformedrequest'],
  'platform/commands-send': [400, 'cmd::invalidexpiry'],
  'platform/access-token-revoke': [404, 'fa::tokennofound'],
  'platform/post-assets-complete-upload': [409, 'sandbox::uploadcompleted'],
  'platform/assets-retry': [404, 'sandbox::assetnotfound'],
  'platform/deployments-analyze': [404, 'sandbox::deploymentnotfound'],
  'platform/deployment-abort': [404, 'sandbox::deploymentnotfound'],
  'platform/node-child-remove': [404, 'node::childnotfound'],
  'device/binddevice': [403],
  'device/v-1-ota-status-update': [404],
};

/** Schema of the answers with a status, as the document groups them. */
function schemaFor({ answers }: Operation, status: number) {
  const group = `${Math.trunc(status / 100)}XX`;
  const answer = answers.find(({ status: own }) => own === String(status) || own === group);
  return (answer ?? answers.find(({ status: own }) => own === '200'))?.schema ?? {};
}

describe('every call', () => {
  const harness = useHttpSandbox();
  const headersOf = (api: 'platform' | 'device', { apiKey, nodes } = harness.project) => {
    return api === 'platform' ? bearer(apiKey) : deviceKey(nodes[0].connectionKey);
  };

  it('has a handler, and every handler has a call', () => {
    expect(Object.keys(handlers).sort()).toEqual(calls.map(({ id }) => id).sort());
  });

  it.each(calls)('$id answers its example as its document says', async ({ api, operation, id }) => {
    const project = await harness.http.createProject();
    const { nodes, assetId, commandId } = project;
    const ids: Record<string, string> = {
      '019f0000-0000-7000-8000-000000000001': nodes[0].nodeId,
      '019f0000-0000-7000-8000-000000000003': nodes[1].nodeId,
      '019f0000-0000-7000-8000-0000000a0001': assetId,
      '019f0000-0000-7000-8000-0000000c0001': commandId,
    };
    const example = JSON.stringify(operation.request.example).replace(
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      (id) => ids[id] ?? id,
    );
    const { status, headers, body } = await harness.http.send(`/${api}/v1${operation.path}`, {
      headers: headersOf(api, project),
      body: example,
    });
    // A refusal is an answer too; a fault of the sandbox itself is not.
    expect(status).toBeLessThan(500);
    expect(bodyFault(schemaFor(operation, status), body)).toBeUndefined();
    expect(headers['x-sandbox-provisional'] !== undefined).toBe(
      operation.provisional !== undefined,
    );
    const refused = refusedExamples[id];
    if (refused === undefined) expect(body.error ?? '').toBe('');
    else expect([status, ...(api === 'platform' ? [body.reasonCode] : [])]).toEqual(refused);
  });

  const strict = calls.filter(({ id }) => id !== 'device/http-time-sync');
  it.each(strict)(
    '$id refuses a body that is no JSON in its envelope',
    async ({ api, operation }) => {
      const path = `/${api}/v1${operation.path}`;
      const send = (body: string) => harness.http.send(path, { headers: headersOf(api), body });
      for (const text of ['{', '[]', '"a"', 'null', '']) {
        const { status, body } = await send(text);
        expect(status).toBe(400);
        expect(bodyFault(schemaFor(operation, status), body)).toBeUndefined();
        expect(body).toMatchObject({ success: false });
      }
    },
  );

  it.each(strict)('$id refuses a caller without a credential', async ({ api, operation }) => {
    const path = `/${api}/v1${operation.path}`;
    const { status, body } = await harness.http.send(path, { body: {} as JsonObject });
    expect(status).toBe(401);
    expect(bodyFault(schemaFor(operation, status), body)).toBeUndefined();
  });
});
