import { beforeAll, describe, expect, it } from 'vitest';
import type { Docs } from '../src/docs.ts';
import { exportTranscript, Transcripts, type Exchange } from '../src/transcripts.ts';
import { docsOfDocuments } from './support/documents.ts';

interface Workflow {
  readonly info: { readonly description: string };
  readonly sourceDescriptions: readonly { readonly url: string }[];
  readonly workflows: readonly {
    readonly inputs: { readonly properties: object };
    readonly steps: readonly {
      readonly stepId: string;
      readonly parameters: readonly { readonly name: string; readonly value: string }[];
      readonly successCriteria: readonly { readonly condition: string }[];
    }[];
  }[];
}

const exchange = (text: string): Exchange => ({
  transport: 'http',
  isSigned: false,
  at: 0,
  operation: 'platform/node-list',
  body: { text },
  nodeId: undefined,
  status: 200,
  success: true,
});

describe('transcripts', () => {
  it('keep the latest requests of each project, up to a number and a size', () => {
    const transcripts = new Transcripts();
    for (let index = 0; index < 250; index += 1) transcripts.add('many', exchange(`${index}`));
    expect(transcripts.of('many')).toHaveLength(200);
    expect(transcripts.of('many').at(-1)?.body).toEqual({ text: '249' });

    const large = 'x'.repeat(90_000);
    for (const end of ['1', '2', '3']) transcripts.add('large', exchange(large + end));
    expect(transcripts.of('large').map(({ body }) => body)).toEqual([
      { text: `${large}2` },
      { text: `${large}3` },
    ]);
  });

  it('are removed for the project that was used least recently when all together are too long', () => {
    const transcripts = new Transcripts();
    transcripts.add('first', exchange('a'));
    for (let index = 0; index < 100; index += 1) {
      transcripts.add(`${index}`, exchange('x'.repeat(110_000)));
    }
    expect(transcripts.has('first')).toBe(false);
    expect(transcripts.has('0')).toBe(false);
    expect(transcripts.of('99')).toHaveLength(1);
  });

  it('expire with their projects', () => {
    let now = 0;
    const transcripts = new Transcripts(() => now);
    transcripts.add('first', exchange('a'));
    now += 12 * 3_600_000;
    transcripts.add('second', exchange('a'));
    now += 12 * 3_600_000;
    expect(transcripts.of('first')).toEqual([]);
    expect(transcripts.has('second')).toBe(true);
  });
});

describe('an exported transcript', () => {
  const apiKey = 'secret-api-key';
  const nodes = ['a', 'b'].map((name) => ({
    nodeId: `node-${name}`,
    deviceId: `device-${name}`,
    bound: true,
    connectionKey: `secret-key-${name}`,
  }));
  const base = 'https://docs.example.com/base/sandbox';
  const project = { platformUrl: `${base}/platform/v1`, deviceUrl: `${base}/device/v1`, nodes };
  const heartbeat = (nodeId: string, body: object): Exchange => ({
    ...exchange(''),
    ...{ operation: 'device/logs-submit-logs', nodeId, body: body as Exchange['body'] },
  });
  const exchanges: readonly Exchange[] = [
    heartbeat('node-b', { data: [{ log: `of b, ${apiKey}` }] }),
    heartbeat('node-a', { data: [{ log: 'of a' }] }),
    { ...exchange('x'), operation: 'device/http-time-sync', nodeId: 'node-b' },
    { ...exchange('x'), operation: 'device/heartbeat', nodeId: 'node-b', body: {} },
    { ...exchange('x'), isSigned: true, operation: 'platform/variables-latest' },
    { ...exchange('x'), transport: 'mqtt', operation: 'device/submitdata', nodeId: 'node-b' },
    { ...exchange('x'), status: 403, success: false },
  ];
  let docs: Docs;

  beforeAll(async () => {
    docs = await docsOfDocuments();
  });

  it('sends each request with the key of its node, by default to the URLs of the project', () => {
    const { text, notes } = exportTranscript(docs, project, apiKey, exchanges, 'curl');
    expect(text).toContain(`ANEDYA_API_URL="\${ANEDYA_API_URL:-${base}/platform/v1}"`);
    expect(text).toContain(`ANEDYA_DEVICE_URL="\${ANEDYA_DEVICE_URL:-${base}/device/v1}"`);
    const keys = [...text.matchAll(/Authorization: \$\{(\w+)|"(?:log)": "(of .)/g)];
    expect(keys.map(([, key, log]) => key ?? log).slice(0, 4)).toEqual([
      'ANEDYA_CONNECTION_KEY',
      'of b',
      'ANEDYA_CONNECTION_KEY_2',
      'of a',
    ]);
    expect(notes).toContain('ANEDYA_CONNECTION_KEY is the connection key of node node-b.');
    expect(notes).toContain('ANEDYA_CONNECTION_KEY_2 is the connection key of node node-a.');
  });

  it('is a workflow with the same keys, which expects only what was received', () => {
    const { text } = exportTranscript(docs, project, apiKey, exchanges, 'workflow');
    const file = JSON.parse(text) as Workflow;
    expect(file.sourceDescriptions.map(({ url }) => url)).toEqual([
      'https://docs.example.com/base/specs/device.openapi.yaml',
      'https://docs.example.com/base/specs/platform.openapi.yaml',
    ]);
    const [{ inputs, steps } = expect.fail()] = file.workflows;
    const keyOf = (step: Workflow['workflows'][number]['steps'][number]) =>
      step.parameters.find(({ name }) => name === 'Authorization')?.value;
    const criteria = steps.map((step) => [
      step.stepId,
      keyOf(step),
      step.successCriteria.map(({ condition }) => condition),
    ]);
    const [ok, success] = ['$statusCode == 200', '$response.body#/success == true'];
    expect(criteria).toEqual([
      ['logs-submit-logs', '{$inputs.ANEDYA_CONNECTION_KEY}', [ok, success]],
      ['logs-submit-logs-2', '{$inputs.ANEDYA_CONNECTION_KEY_2}', [ok, success]],
      ['http-time-sync', '{$inputs.ANEDYA_CONNECTION_KEY}', [ok]],
      ['node-list', 'Bearer {$inputs.ANEDYA_API_KEY}', ['$statusCode == 403']],
    ]);
    expect(Object.keys(inputs.properties)).toContain('ANEDYA_CONNECTION_KEY_2');
    // Redocly CLI cannot send an empty object.
    expect(file.info.description).toContain('Without Send a heartbeat');
  });

  it.each(['curl', 'workflow'] as const)('says what it cannot repeat (%s)', (format) => {
    const { text, notes } = exportTranscript(docs, project, apiKey, exchanges, format);
    const [, list] = notes.split('The file leaves out:\n');
    expect(list?.split('\n')).toEqual([
      '- platform/variables-latest: an access token signed it, and transcripts do not contain the secret of the token.',
      '- device/submitdata: it was sent over MQTT, and the file sends requests over HTTP.',
      ...(format === 'workflow'
        ? ['- device/heartbeat: Redocly CLI cannot send an empty JSON object.']
        : []),
    ]);
    expect(notes).not.toContain('mosquitto');
    expect(text).not.toContain('variables-latest');
    expect(text + notes).not.toContain('secret-');
  });
});
