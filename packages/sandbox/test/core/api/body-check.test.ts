import type { JsonValue } from '@anedya-docs/openapi-model';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OperationEntry, operationEntries } from '../../../src/core/api/operation-table.ts';
import { RequestError } from '../../../src/core/errors.ts';
import { nodePlatform } from '../../../src/node-platform.ts';
import { apiDocuments } from '../../support/api-documents.ts';
import { openTimeout } from '../../support/use-http-sandbox.ts';

const node = '019f0000-0000-7000-8000-000000000001';
const range = { variable: 'temperature', from: 1, to: 2 };
const interval = { measure: 'day', interval: 1 };
const compute = { compute: 'avg' };
const data = { ...range, nodes: [node] };
const value = { namespace: { scope: 'node', id: node }, key: 'a', value: 1, type: 'float' };
const stage = { stageNumber: 1, stageTarget: 1, autoAbort: false, abortCriteria: 0, delay: 0 };
const deployment = { assetId: 'a', deploymentStart: 1, deploymentConfig: [stage] };
const command = { nodeid: node, command: 'a', data: '', type: 'string' };

/** An operation, a body that its schema rejects, and the reason code and the start of the text that it must get. */
const cases: readonly (readonly [string, JsonValue, string, string])[] = [
  ['node-create', [], 'generic::malformedrequest', 'The body must be a JSON object'],
  ['node-create', null, 'generic::malformedrequest', 'The body must be a JSON object'],
  ['node-create', {}, 'generic::malformedrequest', '"node_name" is missing'],
  [
    'deployments-create',
    { ...deployment, deployementFilter: { ['x'.repeat(200_000)]: 1 } },
    'generic::malformedrequest',
    `"deployementFilter.${'x'.repeat(82)}…" must be a string`,
  ],
  ['node-create', { node_name: 1 }, 'generic::malformedrequest', '"node_name" must be a string'],
  ['node-create', { node_name: 'a', preauth_id: 'b' }, 'generic::malformedrequest', '"preauth_id"'],
  [
    'node-list',
    { limit: 1001 },
    'generic::malformedrequest',
    '"limit" must be an integer, 1 to 1,000.',
  ],
  [
    'variables-list',
    { offset: -1 },
    'generic::malformedrequest',
    '"offset" must be an integer, at least 0, in this sandbox.',
  ],
  [
    'node-create',
    { node_name: 'ä'.repeat(501) },
    'generic::malformedrequest',
    '"node_name" must be a string, at least 1 character, at most 1,000 bytes, in this sandbox.',
  ],
  [
    'data-get-data',
    { ...data, from: -1 },
    'generic::malformedrequest',
    '"from" must be an integer in seconds, 0 to 253,402,300,799, in this sandbox.',
  ],
  [
    'node-create',
    { node_name: '' },
    'generic::malformedrequest',
    '"node_name" must be a string, at',
  ],
  ['commands-send', { ...command, command: '' }, 'generic::malformedrequest', '"command" must be'],
  ['node-list', { limit: 1, order: 'up' }, 'generic::malformedrequest', '"order" must be one of'],
  ['node-details', { nodes: ['a'] }, 'node::invaliduuid', '"nodes[0]"'],
  ['node-details', { nodes: [5] }, 'node::invaliduuid', '"nodes[0]" must be a UUID'],
  ['node-get-connection-key', { nodeid: 5 }, 'node::invaliduuid', '"nodeid" must be a UUID'],
  ['data-get-data', { ...data, order: 5 }, 'data::invalidorder', '"order"'],
  ['commands-send', { ...command, type: 5 }, 'cmd::unknowntype', '"type"'],
  ['valuestore-create-value', { ...value, type: 5 }, 'vs::invalidtype', '"type"'],
  [
    'health-status',
    { nodes: [node], lastContactThreshold: 0 },
    'generic::malformedrequest',
    '"lastContactThreshold"',
  ],
  ['node-details', { nodes: [] }, 'generic::malformedrequest', '"nodes"'],
  ['node-delete', { nodeid: 'a' }, 'node::invaliduuid', '"nodeid"'],
  ['node-delete', {}, 'generic::malformedrequest', '"nodeid" is missing'],
  ['node-authorize', { nodeid: node, deviceid: 'a' }, 'node::devicenotfound', '"deviceid"'],
  [
    'node-update',
    { nodeid: node, updates: [{ type: 'tag' }] },
    'generic::malformedrequest',
    '"updates[0].tag" is missing',
  ],
  ['node-child-list', { parentId: 'a' }, 'node::invalidparentid', '"parentId"'],
  [
    'node-child-add',
    { parentId: node, childNodes: [{ nodeId: 'a', alias: '' }] },
    'node::invalidchildid',
    '"childNodes[0].nodeId"',
  ],
  ['node-child-remove', { parentId: node, childNode: 'a' }, 'node::invalidchildid', '"childNode"'],
  [
    'health-status',
    { nodes: [node], lastContactThreshold: 604_801 },
    'health::limitexceeded',
    '"lastContactThreshold"',
  ],
  ['variable-create', {}, 'variable::namerequired', '"name" is missing'],
  ['variable-create', { name: 'a' }, 'variable::variablerequired', '"variable" is missing'],
  ['variable-create', { name: 'a', variable: 'b' }, 'variable::typerequired', '"type" is missing'],
  [
    'variable-create',
    { name: 'a', variable: 'b', type: 'int' },
    'generic::malformedrequest',
    '"type" must be one of',
  ],
  ['variables-delete', {}, 'variable::variablerequired', '"variable" is missing'],
  ['data-get-data', { ...data, nodes: ['a'] }, 'data::invalidnodeid', '"nodes[0]"'],
  ['data-get-data', { ...data, order: 'up' }, 'data::invalidorder', '"order"'],
  ['logs-getlogs', { nodeid: 'a', from: 1 }, 'logs::invalidnodeid', '"nodeid"'],
  ['logs-getlogs', { nodeid: node, from: 'a' }, 'logs::invalidtimerange', '"from"'],
  [
    'access-token-create',
    { ttlSec: 7_776_001, policy: { allow: ['vs::getvalue'] } },
    'fa::invalidexpiry',
    '"ttlSec"',
  ],
  [
    'access-token-create',
    { ttlSec: 1, policy: { allow: ['vs::all'] } },
    'generic::malformedrequest',
    '"policy.allow[0]"',
  ],
  ['commands-send', { ...command, type: 'text' }, 'cmd::unknowntype', '"type"'],
  ['commands-send', { ...command, expiry: 'soon' }, 'cmd::invalidexpiry', '"expiry"'],
  ['command-list', { filter: { status: ['done'] } }, 'cmd::invalidfilter', '"filter.status[0]"'],
  ['command-list', { filter: { nodeId: 'a' } }, 'cmd::invalidfilter', '"filter.nodeId"'],
  [
    'valuestore-create-value',
    { ...value, namespace: { scope: 'self', id: '' } },
    'vs::invalidscope',
    '"namespace.scope"',
  ],
  [
    'valuestore-create-value',
    { ...value, namespace: { scope: 'node' } },
    'vs::invalidns',
    '"namespace.id" is missing',
  ],
  ['valuestore-create-value', { ...value, type: 'bool' }, 'vs::invalidtype', '"type"'],
  ['valuestore-create-value', { ...value, key: 1 }, 'vs::invalidrequest', '"key"'],
  [
    'assets-create',
    { assetIdentifier: 'a', assetVersion: '1', assetSigned: false, assetMeta: { 1: true } },
    'generic::malformedrequest',
    '"assetMeta.1" must be a string',
  ],
  ['valuestore-delete', { namespace: {}, key: 'a' }, 'vs::invalidscope', '"namespace.scope"'],
];

const aggregates: readonly (readonly [JsonValue, string, string])[] = [
  [{ interval }, 'missingaggregationmethod', '"config.aggregation" is missing'],
  [{ aggregation: {}, interval }, 'missingaggregationmethod', '"config.aggregation.compute" is'],
  [{ aggregation: { compute: 'x' }, interval }, 'invalidaggregationmethod', '"config.aggregation'],
  [{ aggregation: compute, interval: { measure: 'x', interval: 1 } }, 'invalidintervalmeasure', ''],
  [{ aggregation: compute, interval: { measure: 'day', interval: 0 } }, 'invalidinterval', ''],
  [{ aggregation: compute, interval, responseOptions: { timezone: 1 } }, 'invalidtimezone', ''],
  [
    { aggregation: compute, interval, filter: { nodes: [node], type: 'x' } },
    'invalidfiltertype',
    '"config.filter.type"',
  ],
];

let operations: ReadonlyMap<string, OperationEntry> = new Map();

beforeAll(async () => {
  const { platform } = await apiDocuments();
  operations = new Map(
    operationEntries('platform', platform, nodePlatform.validators).map((entry) => [
      entry.operation.id,
      entry,
    ]),
  );
}, openTimeout);

function errorOf(name: string, body: JsonValue): RequestError {
  const entry = operations.get(name);
  if (!entry) throw new Error(`no operation ${name}`);
  try {
    entry.checkBody(body);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error('the body was not rejected');
}

describe('a body that does not fit', () => {
  it.each(cases)('%s %j is rejected with %s', (name, body, reason, text) => {
    const error = errorOf(name, body);
    expect([error.status, error.reason]).toEqual([400, reason]);
    expect(error.message.startsWith(text), error.message).toBe(true);
  });

  it.each(aggregates)('aggregation by %j is rejected with %s', (config, reason, text) => {
    const error = errorOf('post-aggregates-variable-by-time', { ...range, config });
    expect(error.reason).toBe(`aggregates::${reason}`);
    expect(error.message.startsWith(text), error.message).toBe(true);
  });

  it('is required', () => {
    expect(() => operations.get('node-list')?.checkBody(undefined)).toThrow(
      'must be a JSON object',
    );
  });
});

describe('a body that fits', () => {
  const checked = (name: string, text: string) =>
    operations.get(name)?.checkBody(JSON.parse(text) as JsonValue);

  it('is reduced to its described fields, at all levels', () => {
    const policy = { allow: ['vs::getvalue'], resources: { nodes: [node] } };
    const sent = { ttlSec: 60, policy, extra: [{ a: 1 }] };
    const more = { ...policy, b: {}, resources: { nodes: [node], c: ['d'] } };
    const body = checked('access-token-create', JSON.stringify({ ...sent, policy: more }));
    expect(body).toEqual({ ttlSec: 60, policy });
  });

  it('keeps the entries of a map, whatever their keys', () => {
    const meta = '{"__proto__":"a","constructor":"b","toString":"c","Board":"d"}';
    const asset = `"assetIdentifier":"a","assetVersion":"1","assetSigned":false`;
    const body = checked(
      'assets-create',
      `{${asset},"assetMeta":${meta},"__proto__":{"uploadParts":2}}`,
    );
    expect(JSON.stringify(body)).toBe(`{${asset},"assetMeta":${meta}}`);
  });

  it('may write a field in another letter case, unless the exact name is there too', () => {
    const rest = '"command":"a","data":"","type":"string"';
    expect(checked('commands-send', `{"nodeId":"${node}",${rest}}`)).toMatchObject({
      nodeid: node,
    });
    const both = `{"nodeId":5,"nodeid":"${node}",${rest}}`;
    expect(checked('commands-send', both)).toEqual({ ...command, nodeid: node });
    expect(checked('commands-send', `{"NODEID":"${node}",${rest}}`)).toEqual({ ...command });
  });
});
