import { describe, expect, it } from 'vitest';
import {
  portableFormats,
  portableSet,
  requiredNames,
  usageOf,
  type PortableEntry,
  type PortableFormat,
  type PortableOperation,
} from '../src/portable/index.ts';
import { hostileBody } from './support/hostile.ts';
import { nodeCreate, submitData } from './support/operations.ts';

const nodeId = '11111111-2222-4333-8444-555555555555';
const otherId = '99999999-2222-4333-8444-555555555555';
const apiKey = 'SECRET-api-key-4711';
const bindingSecret = 'SECRET-of-a-binding';

const responses = [
  { status: '200', schema: { type: 'object', properties: { success: { type: 'boolean' } } } },
];

const send: PortableOperation = {
  ...nodeCreate,
  title: 'Send a\ncommand',
  responses,
  request: {
    example: {},
    schema: {
      type: 'object',
      properties: {
        nodeid: { type: 'string', 'x-value': 'node id', examples: ['example-node'] },
        secret: { type: 'string', 'x-value': 'binding secret', examples: ['EXAMPLE'] },
        expiry: {
          type: 'integer',
          'x-unit': 'milliseconds',
          'x-from-now': 3600,
          examples: [1767229200000],
        },
      },
    },
  },
};

const entry = (body: PortableEntry['body'], more: Partial<PortableEntry> = {}): PortableEntry => ({
  api: 'platform',
  operation: send,
  server: 'https://sandbox.example.test/v1',
  body,
  ...more,
});

const secrets = new Map([[apiKey, 'ANEDYA_API_KEY']]);
const setOf = (requests: readonly PortableEntry[]) =>
  portableSet({ requests }, { title: 'Requests', name: 'requests', secrets });

const formatOf = (id: PortableFormat['id']) =>
  portableFormats.find((format) => format.id === id) ?? expect.fail(id);
const options = { now: 1_800_000_000_000, specs: 'https://docs.example.test/specs/' };
const render = (id: PortableFormat['id'], requests: readonly PortableEntry[]) =>
  formatOf(id).render(setOf(requests), options);

const braces = portableFormats.filter(({ id }) =>
  ['http', 'hurl', 'bruno', 'postman'].includes(id),
);

describe.each(portableFormats)('$id', ({ id, render: renderSet, extension }) => {
  it('contains no secret of a header or a body', () => {
    const text = render(id, [
      entry({
        nodeid: nodeId,
        secret: bindingSecret,
        note: `"${apiKey}" and ${apiKey}`,
        [apiKey]: 1,
      }),
      entry({ list: [{ key: apiKey }] }, { hasCredential: false }),
    ]);
    expect(text).not.toContain('SECRET-');
    expect(text).toContain('ANEDYA_API_KEY');
    expect(text).toContain('ANEDYA_BINDING_SECRET');
  });

  it('has an extension, and text for an empty set', () => {
    expect(extension).toMatch(/^\./);
    expect(renderSet(setOf([]), options)).toContain('Requests');
  });
});

describe('a portable set', () => {
  it('has a variable with the value of each id, and none with a secret', () => {
    const { variables } = setOf([
      entry({ nodeid: nodeId, secret: bindingSecret }),
      entry({ nodeid: otherId }),
      entry({ nodeid: nodeId }),
    ]);
    expect(variables).toEqual([
      { name: 'ANEDYA_API_URL', kind: 'address', value: 'https://sandbox.example.test/v1' },
      { name: 'ANEDYA_BINDING_SECRET', kind: 'secret' },
      { name: 'ANEDYA_API_KEY', kind: 'secret' },
      { name: 'ANEDYA_NODE_ID', kind: 'id', value: nodeId },
      { name: 'ANEDYA_NODE_ID_2', kind: 'id', value: otherId },
    ]);
  });

  it('asks for each of several secrets', () => {
    const secretsOf = ['of-one-node', 'of-another', 'of-one-node'];
    const set = setOf(secretsOf.map((secret) => entry({ secret })));
    const names = ['ANEDYA_BINDING_SECRET', 'ANEDYA_API_KEY', 'ANEDYA_BINDING_SECRET_2'];
    expect(new Set(requiredNames(set))).toEqual(new Set(names));
    expect(set.requests.map(({ request }) => JSON.stringify(request.body))).toEqual([
      expect.stringMatching(/ANEDYA_BINDING_SECRET\b/),
      expect.stringContaining('ANEDYA_BINDING_SECRET_2'),
      expect.stringMatching(/ANEDYA_BINDING_SECRET\b/),
    ]);
  });

  it('asks for ids that are examples of the document', () => {
    const set = setOf([entry({ nodeid: 'example-node' })]);
    expect(requiredNames(set)).toEqual(['ANEDYA_API_KEY', 'ANEDYA_NODE_ID']);
    expect(usageOf(formatOf('shell'), set)).toContain('Export ANEDYA_API_KEY and ANEDYA_NODE_ID');
  });

  it('keeps the text of a field that is no id', () => {
    expect(render('hurl', [entry({ nodeid: 'MODEL_X_v2' })])).toContain('"nodeid": "MODEL_X_v2"');
  });

  it('keeps times of the past and computes those of the future', () => {
    const at = 1_790_000_000_000;
    const sent = { at, status: 200, succeeded: true, milliseconds: 12 };
    const text = render('hurl', [
      entry({ expiry: at + 60_000 }, { sent }),
      entry({ expiry: at - 60_000 }, { sent }),
    ]);
    expect(text).toContain('"expiry": {{NOW_PLUS_60_MS}}');
    expect(text).toContain(`"expiry": ${at - 60_000}`);
  });

  it('numbers requests of the same operation', () => {
    const { requests } = setOf([entry({}), entry({})]);
    expect(requests.map(({ id }) => id)).toEqual([send.id, `${send.id}-2`]);
  });
});

describe.each(braces)('the template of $id', ({ id }) => {
  it('starts no variable in the text of a body', () => {
    const text = render(id, [entry({ note: '{{ANEDYA_API_KEY}} {{{x}}}', open: '{' })]);
    const used = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    // Base URL and header; Postman has two forms of the URL.
    expect([...new Set(used)].sort()).toEqual(['ANEDYA_API_KEY', 'ANEDYA_API_URL']);
  });
});

describe('the body of a hostile request', () => {
  it.each(['postman', 'bruno'] as const)('is unchanged in %s', (id) => {
    const text = render(id, [entry(hostileBody)]);
    const [item] = (JSON.parse(text) as { item?: object[]; items?: object[] })[
      id === 'postman' ? 'item' : 'items'
    ] as { request: { body: { raw?: string; json?: string } } }[];
    const { raw, json } = item?.request.body ?? {};
    expect(JSON.parse(raw ?? json ?? '')).toEqual(hostileBody);
  });

  it('is unchanged in HAR', () => {
    const { log } = JSON.parse(render('har', [entry(hostileBody)])) as {
      log: { entries: { request: { postData: { text: string } } }[] };
    };
    expect(JSON.parse(log.entries[0]?.request.postData.text ?? '')).toEqual(hostileBody);
  });
});

describe('what was sent', () => {
  const sent = { at: 1_790_000_000_000, status: 400, succeeded: false, milliseconds: 12 };

  it('is what Hurl and Arazzo expect', () => {
    expect(render('hurl', [entry({}, { sent })])).toContain('HTTP 400\n');
    expect(render('arazzo', [entry({ a: 1 }, { sent })])).toContain('$statusCode == 400');
  });

  it('is recorded in HAR', () => {
    const { log } = JSON.parse(render('har', [entry({ nodeid: nodeId }, { sent })])) as {
      log: { entries: object[] };
    };
    expect(log.entries).toMatchObject([
      {
        startedDateTime: new Date(sent.at).toISOString(),
        time: 12,
        request: {
          url: 'https://sandbox.example.test/v1/node/create',
          postData: { text: JSON.stringify({ nodeid: nodeId }, null, 2) },
        },
        response: { status: 400 },
      },
    ]);
  });
});

describe('messages over MQTT', () => {
  const { mqtt } = submitData;
  const set = portableSet(
    {
      requests: [],
      messages: [
        {
          id: 'submitdata',
          title: 'Submit data',
          deviceId: nodeId,
          publish: mqtt?.publish ?? '',
          responseTopics: mqtt?.responseTopics ?? [],
          schema: {},
          body: { reqId: 'r-1', data: `$HOME ${apiKey}` },
          sentAt: 0,
          broker: { host: 'mqtt.example.test', port: 8883, caFile: 'ca.pem' },
        },
      ],
    },
    { title: 'Requests', name: 'requests', secrets },
  );

  it('are published by the shell script', () => {
    const text = formatOf('shell').render(set, options);
    expect(text).toContain(
      'publish "$ANEDYA_DEVICE_ID" "\\$anedya/device/$ANEDYA_DEVICE_ID/submitdata/json"',
    );
    expect(text).toContain('"data": "\\$HOME ${ANEDYA_API_KEY:?is not set}"');
    expect(requiredNames(set)).toEqual(['ANEDYA_CONNECTION_KEY', 'ANEDYA_API_KEY']);
  });

  it('are in no other format', () => {
    const others = portableFormats.filter(({ hasMessages }) => !hasMessages);
    expect(others).toHaveLength(6);
    for (const { render: renderSet } of others) {
      expect(renderSet(set, options)).not.toContain('r-1');
    }
  });
});
