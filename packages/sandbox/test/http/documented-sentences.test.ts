import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { mergeSchema, optionsOf } from '@anedya-docs/openapi-model/fields';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import { afterAll, describe, expect, it } from 'vitest';
import { documentedOperations } from '../support/documented-operations.ts';
import { bearer, deviceKey } from '../support/http-sandbox.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const operations = await documentedOperations();

/** A request that breaks a sentence: fields that differ from the example of the operation, and the error or warning for it. */
interface Breach {
  readonly id: string;
  readonly changes: Readonly<Record<string, JsonValue>>;
  readonly told: RegExp;
  /** Requests to send before. */
  readonly after?: readonly Omit<Breach, 'told' | 'after'>[];
}

const breach = (
  id: string,
  changes: Breach['changes'],
  told: RegExp,
  after: NonNullable<Breach['after']> = [],
): Breach => ({ id, changes, told, after });

const day = 86_400;
const start = Math.floor(Date.UTC(2100, 0, 1) / 1000);
const strange = '019f0000-0000-7000-8000-00000000dead';
const stage = {
  stageNumber: 1,
  stageName: 'a',
  stageTarget: 1,
  autoAbort: false,
  abortCriteria: 1,
  delay: 0,
};
const onlyRequestId = (id: string) => [breach(id, { other: 1 }, /other/)];
const about = {
  response: 'It is about the response.',
  meaning: 'It says what a value means, or what the platform does; no request breaks it.',
  filter: 'It says what a filter returns.',
  library: 'It is a limit of a library, not of the platform.',
  documents: 'It is about what is known of the platform.',
  deployable: 'test/core/ota/deployments.test.ts deploys assets without a file.',
} as const;

/** Each sentence with a rule, by its start, with the requests that break it, or why no request can be checked. */
const entries: Readonly<Record<string, readonly Breach[] | string>> = {
  'The response has the node id only.': about.response,
  'It must not be empty.': [
    breach('platform/node-update', { updates: [{ type: 'node_name', value: '' }] }, /value/),
  ],
  '`name` is for display only.': about.meaning,
  'The Go SDK creates `float` and `geo` only.': about.library,
  'Each node with data has exactly one point.': about.response,
  'One request returns at most 10,000 points.': [
    breach('platform/data-get-data', { limit: 10_001 }, /limit/),
  ],
  'It must not be in the future.': [
    breach('platform/variables-snapshot', { timestamp: start }, /future/),
  ],
  '`deltasum` is the sum': about.meaning,
  'In the sandbox, only variables of type `float`': [
    breach('platform/post-aggregates-variable-by-time', { variable: 'place' }, /float/, [
      { id: 'platform/variable-create', changes: { variable: 'place', type: 'geo' } },
    ]),
  ],
  '`diff` is the last value': about.meaning,
  '`stddev` is known only': about.documents,
  '`include` reads only these nodes': about.filter,
  'A command stays queued until': about.meaning,
  'Time when the command expires, in Unix milliseconds, at most 7 days': [
    breach('platform/commands-send', { expiry: start * 1000 }, /expiry/),
  ],
  'Return only the commands': about.filter,
  'Return only commands with': about.filter,
  'Only a `pending` command can be invalidated.': about.meaning,
  'Only pending commands can be invalidated': [
    breach('platform/command-invalidate', {}, /pending/, [
      { id: 'platform/command-invalidate', changes: {} },
    ]),
  ],
  'In scope `node`, only that node': about.meaning,
  'A key is unique within': about.meaning,
  'To list one namespace only': about.filter,
  'One request returns at most 1000 lines.': [
    breach('platform/logs-getlogs', { limit: 1001 }, /limit/),
  ],
  'In the sandbox, all nodes in the policy': [
    breach(
      'platform/access-token-create',
      { policy: { resources: { nodes: [strange] }, allow: ['data::getlatest'] } },
      /no such node|nodes/,
    ),
  ],
  'Lifetime of the token in seconds, at most 90 days.': [
    breach('platform/access-token-create', { expiry: 91 * day, ttlSec: 91 * day }, /ttlSec/),
  ],
  'You need only the token id': about.meaning,
  'The sandbox accepts at most 4,000 bytes of JSON.': [
    breach('platform/assets-create', { assetMeta: { a: 'x'.repeat(4_000) } }, /assetMeta/),
    breach(
      'platform/deployments-create',
      { deployementFilter: { a: 'x'.repeat(4_000) } },
      /Filter/,
    ),
  ],
  'In the sandbox, `parts` must list': [
    breach('platform/post-assets-complete-upload', { parts: [] }, /parts|state|upload/i),
  ],
  'Uploaded parts, for multipart uploads only.': about.meaning,
  'Use it to find an asset to deploy': about.filter,
  'Only a `deployable` asset can be deployed': about.deployable,
  'Send the values exactly as shown': [
    breach('platform/assets-list', { orderby: 'aidentifierset' }, /orderby/),
  ],
  'The asset must be in the state `deployable`.': about.deployable,
  '`stageTarget` is the number of devices': about.meaning,
  'In the sandbox, `deploymentExpiry` must be': [
    breach('platform/deployments-create', { deploymentExpiry: 1_000_000_000 }, /deploymentExpiry/),
    breach('platform/deployments-create', { deploymentConfig: [stage, stage] }, /stageNumber/),
  ],
  'Its state must be `deployable`.': about.deployable,
  'Tags that a node must have': about.filter,
  'Return only the deployments': about.filter,
  'In the sandbox, the nodes and variables must exist': [
    breach('platform/streams-create', { sources: { nodes: [strange] } }, /nodes/),
  ],
  'The response has only the common fields.': about.response,
  'This operation is available over HTTP only.': 'The sandbox has no topic for it.',
  'The client checks only': about.library,
  'An empty object, or only a request id.': onlyRequestId('device/check'),
  'T1 and T4 must come from the same clock': 'The sandbox does not see T4.',
  'Send an empty object, or only `reqId`.': [
    ...onlyRequestId('device/commands-next'),
    ...onlyRequestId('device/v-1-ota-next'),
  ],
  'The status only moves forward': [
    breach('device/commands-update-status', { status: 'received' }, /The command/, [
      { id: 'device/commands-update-status', changes: { status: 'success' } },
    ]),
  ],
  'A command without a final status expires': about.meaning,
  'Result data from the device, at most 1 kB': [
    breach('device/commands-update-status', { ackdata: 'x'.repeat(1_100) }, /ackdata/),
  ],
  'Use it for a state that': about.meaning,
  'The request has no namespace': about.documents,
  '`value` must match `type`': [
    breach('device/valuestore-set-value', { value: 'x', type: 'float' }, /value/),
    breach('device/valuestore-set-value', { value: 1, type: 'string' }, /value/),
  ],
  'The C device library sends at most': about.library,
  'Details of the event, at most 1000 characters': [
    breach('device/events-submit', { data: { a: 'x'.repeat(1_000) } }, /data/),
  ],
};

const ruleWord = /\b(?:must|at most|only|cannot|exactly)\b/i;

/** The descriptions of a schema and of the values inside. */
function descriptionsOf(given: Schema): string[] {
  const { description = '', properties = {}, items, additionalProperties } = mergeSchema(given);
  const inside = [
    ...Object.values(properties),
    ...(items ? [items] : []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...optionsOf(given),
  ];
  return [description, ...inside.flatMap(descriptionsOf)];
}

/** The sentences of the documents about requests that state a rule. */
const sentences = [
  ...new Set(
    operations
      .flatMap(({ operation }) => [
        operation.description,
        ...operation.parameters.map(({ description }) => description),
        ...descriptionsOf(operation.request.schema),
      ])
      .flatMap((text) => text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s+(?=[A-Z`"'-])/))
      .map((sentence) => sentence.replace(/^- /, ''))
      .filter((sentence) => ruleWord.test(sentence)),
  ),
];
const starts = Object.keys(entries);
const breaches = Object.entries(entries).flatMap(([sentence, entry]) =>
  typeof entry === 'string' ? [] : entry.map((one) => [sentence, one.id, one] as const),
);

describe('the sentences of the documents that state a rule', () => {
  const harness = useHttpSandbox();

  it.each(sentences)('have an entry: %s', (sentence) => {
    expect(starts.filter((one) => sentence.startsWith(one))).toHaveLength(1);
  });

  it.each(starts)('are those of the entries: %s', (one) => {
    expect(sentences.some((sentence) => sentence.startsWith(one))).toBe(true);
  });

  it.each(breaches)('%s: the sandbox rejects or warns about a breach in %s', async (_, __, one) => {
    const project = await harness.http.createProject();
    const send = async ({ id, changes }: Pick<Breach, 'id' | 'changes'>) => {
      const found = operations.find((entry) => entry.id === id) ?? expect.fail(id);
      const { schema, example } = found.operation.request;
      const body = bodyWithValues(schema, example, project.examples, harness.http.now);
      const headers =
        found.api === 'platform'
          ? bearer(project.apiKey)
          : deviceKey(project.nodes[0].connectionKey);
      return harness.http.send(found.path, {
        headers,
        body: { ...(body as Record<string, JsonValue>), ...changes },
      });
    };
    for (const before of one.after ?? []) expect((await send(before)).body.success).toBe(true);
    const { body, headers } = await send(one);
    expect(JSON.stringify([body.error, headers['x-sandbox-warning']])).toMatch(one.told);
  });

  afterAll(() => {
    const held = Object.values(entries).filter((entry) => typeof entry !== 'string').length;
    console.log(`rules in sentences: ${sentences.length} found, ${held} held by requests`);
  });
});
