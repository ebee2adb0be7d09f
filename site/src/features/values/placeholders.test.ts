import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readApi } from '../../../content/api-reference/documents';
import { operationSamples } from '../../../content/api-reference/samples';
import { factsOf } from '../../../content/reader-values';
import type { Facts } from '@site/src/contracts/reader-facts';
import { placeholderEdits } from './placeholders';
import { ownExamples } from '../../requests/example-kinds';
import type { InUse } from './in-use';
import type { Values } from '../../requests/own-values';
import { createSubstitution, editedTexts } from '../../components/text-substitution';

const apis = await Promise.all([readApi('platform'), readApi('device')]);
const documents = apis.map(({ document }) => document);
const [platform, device] = apis.map(({ document }) => document);
if (!platform || !device) throw new Error('two documents are expected');
const facts = factsOf({ platform, device });
const other: Facts = { ...facts, regions: [...facts.regions, 'xx-9'] };
const nodeId = '11111111-1111-4111-8111-111111111111';
const deviceId = '22222222-2222-4222-8222-222222222222';

const own = (values: Values): InUse => ({ examples: ownExamples(values), region: values.region });
const shown = (source: string, values: Values, known = facts) =>
  editedTexts([source], placeholderEdits(source, own(values), known)).join('');

describe('the facts for placeholders', () => {
  it('come from the documents', () => {
    expect(facts).toEqual({
      regions: ['ap-in-1'],
      defaultRegion: 'ap-in-1',
      topicPrefix: '$anedya/device/{deviceId}/',
      broker: 'mqtt.ap-in-1.anedya.io',
      brokerPort: 8883,
      servers: {
        platform: ['https://api.ap-in-1.anedya.io/v1', 'https://api.anedya.io/v1'],
        device: ['https://device.ap-in-1.anedya.io/v1'],
      },
      examples: {
        'node id': ['019f0000-0000-7000-8000-000000000001'],
        'device id': ['00000000-0000-4000-8000-00000000d001'],
        'token id': ['EXAMPLETOKENID0000000000'],
        'command id': ['019f0000-0000-7000-8000-0000000c0001'],
        'asset id': ['019f0000-0000-7000-8000-0000000a0001'],
        'deployment id': ['019f0000-0000-7000-8000-0000000d0001'],
      },
    });
  });

  it('require regions, topics and examples', () => {
    const without = { ...platform, servers: [] };
    expect(() => factsOf({ platform: without, device: { ...device, servers: [] } })).toThrow(
      /"region"/,
    );
    expect(() => factsOf({ platform: { ...platform, operations: [] }, device })).toThrow(
      /"x-value: node id"/,
    );
    expect(() => factsOf({ platform, device: platform })).toThrow(/"x-mqtt"/);
  });
});

describe('a device id', () => {
  it.each([
    ['$anedya/device/{deviceId}/response', `$anedya/device/${deviceId}/response`],
    ['#define DEVICE_ID "YOUR-DEVICE-UUID"', `#define DEVICE_ID "${deviceId}"`],
    [
      'export ANEDYA_DEVICE_ID=00000000-0000-4000-8000-00000000d001',
      `export ANEDYA_DEVICE_ID=${deviceId}`,
    ],
  ])('is replaced in %s', (source, expected) => {
    expect(shown(source, { deviceId })).toBe(expected);
  });

  it.each([
    '{deviceId}',
    '`$anedya/device/${deviceId}/response`',
    'f"$anedya/device/{device_id}/response"',
    '00000000-0000-4000-8000-00000000d001',
  ])('does not change %s', (source) => {
    expect(shown(source, { deviceId })).toBe(source);
  });
});

describe('a region', () => {
  it.each([
    ['mqtt.{region}.anedya.io', 'mqtt.xx-9.anedya.io'],
    ['https://device.ap-in-1.anedya.io/v1', 'https://device.xx-9.anedya.io/v1'],
    [
      'wss://<host>.acs-r1.ap-in-1.anedya.io/v1/streams',
      'wss://<host>.acs-r1.xx-9.anedya.io/v1/streams',
    ],
    [
      '"${ANEDYA_DEVICE_URL:-https://device.ap-in-1.anedya.io/v1}"',
      '"${ANEDYA_DEVICE_URL:-https://device.xx-9.anedya.io/v1}"',
    ],
  ])('is replaced in %s', (source, expected) => {
    expect(shown(source, { region: 'xx-9' }, other)).toBe(expected);
  });

  it.each(['ap-in-1', '{region}', 'https://api.anedya.io/v1', 'ap-in-1.example.com'])(
    'does not change %s',
    (source) => {
      expect(shown(source, { region: 'xx-9' }, other)).toBe(source);
    },
  );

  it('is one of the documents', () => {
    const source = 'mqtt.{region}.anedya.io';
    expect(shown(source, { region: 'evil' })).toBe(source);
    expect(shown(source, { region: 'ap-in-1' })).toBe('mqtt.ap-in-1.anedya.io');
  });
});

describe('a node id', () => {
  const body = `{"nodes":["${facts.examples['node id'].join()}"]}`;

  it('is replaced in programs', () => {
    const program = `curl -H "Authorization: Bearer $ANEDYA_API_KEY" -d '${body}'`;
    expect(shown(program, { nodeId })).toBe(
      program.replace(facts.examples['node id'].join(), nodeId),
    );
  });

  // The signature of a test vector is valid only for these bytes.
  it('does not change responses and test vectors', () => {
    for (const source of [body, `print(sign(b"""${body}""", 1767225600))`]) {
      expect(shown(source, { nodeId })).toBe(source);
    }
  });
});

it.each(["'; rm -rf ~; '", '$(id)', 'a"b', 'a b', 'a/b', '<b>', 'a\\', '#'])(
  'a value that could end a literal is not inserted: %s',
  (value) => {
    const source = 'export ANEDYA_DEVICE_ID=00000000-0000-4000-8000-00000000d001 YOUR-DEVICE-UUID';
    expect(shown(source, { deviceId: value, nodeId: value })).toBe(source);
  },
);

/** Texts of highlighted code, in the text nodes that the browser creates; no placeholder contains an escape. */
const textNodes = (html: string) => html.split(/<[^>]*>/).map((data) => ({ data }));

const joined = (nodes: readonly { data: string }[]) => nodes.map(({ data }) => data).join('');

const samples = documents.flatMap((document) =>
  document.operations.flatMap((operation) => {
    const { http, mqtt } = operationSamples(operation, document.mqtt);
    return [...http, ...mqtt].map(
      ({ id, html }) => [`${operation.id}, ${id}`, html, operation.request.example] as const,
    );
  }),
);

describe('highlighted samples', () => {
  const secrets = { connectionKey: 'own-secret', apiKey: 'own-secret', tokenSecret: 'own-secret' };
  const values = { ...secrets, nodeId, deviceId, tokenId: 'OWNTOKENID', region: 'xx-9' };
  const examples = ['node id', 'device id', 'token id'] as const;

  it.each(samples)('of %s show the values and can be restored', (_name, html, example) => {
    const substitute = createSubstitution();
    const nodes = textNodes(html);
    const before = joined(nodes);
    substitute(nodes, (source) => placeholderEdits(source, own(values), other));
    const after = joined(nodes);
    for (const placeholder of [
      ...examples.flatMap((kind) => facts.examples[kind]),
      'YOUR-DEVICE-UUID',
      'device/{deviceId}',
      'ap-in-1',
    ]) {
      expect(after).not.toContain(placeholder);
    }
    expect(after.includes(nodeId)).toBe(
      JSON.stringify(example).includes(facts.examples['node id'].join()),
    );
    expect(after).not.toContain('own-secret');
    expect(after.split('YOUR-CONNECTION-KEY')).toHaveLength(
      before.split('YOUR-CONNECTION-KEY').length,
    );
    substitute(nodes, () => []);
    expect(joined(nodes)).toBe(before);
  });
});

describe('programs of the guides', () => {
  const folder = path.resolve(import.meta.dirname, '../../../examples');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ino|c|py|mjs|go)$/.test(file))
    .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);

  it.each(files)('%s changes only in its placeholders', (_file, source) => {
    const after = shown(source, { deviceId, nodeId, region: 'ap-in-1' });
    expect(after).toBe(source.replaceAll('YOUR-DEVICE-UUID', deviceId));
  });

  it('have such placeholders', () => {
    const filled = files.filter(([, source]) => source.includes('YOUR-DEVICE-UUID'));
    expect(filled.length).toBeGreaterThan(2);
  });
});

describe('addresses of the sandbox', () => {
  const inUse: InUse = {
    examples: { 'device id': deviceId },
    addresses: {
      platform: 'http://localhost:3000/sandbox/platform/v1',
      device: 'http://localhost:3000/sandbox/device/v1',
      broker: { host: 'localhost', tcp: 1883, tls: 28883, webSocket: 'ws://localhost:3000/x' },
    },
  };
  const inSandbox = (source: string) =>
    editedTexts([source], placeholderEdits(source, inUse, facts)).join('');

  it.each([
    [
      'curl "${ANEDYA_API_URL:-https://api.anedya.io/v1}/node/list"',
      'curl "${ANEDYA_API_URL:-http://localhost:3000/sandbox/platform/v1}/node/list"',
    ],
    [
      'fetch("https://device.ap-in-1.anedya.io/v1/submitData", process.env.ANEDYA_CONNECTION_KEY)',
      'fetch("http://localhost:3000/sandbox/device/v1/submitData", process.env.ANEDYA_CONNECTION_KEY)',
    ],
    [
      'HOST = os.environ.get("ANEDYA_MQTT_HOST") or "mqtt.ap-in-1.anedya.io"',
      'HOST = os.environ.get("ANEDYA_MQTT_HOST") or "localhost"',
    ],
  ])('are replaced in %s', (source, expected) => {
    expect(inSandbox(source)).toBe(expected);
  });

  it.each(['submit-http/pico.py', 'submit-mqtt/pico.py', 'time-sync/pico.py'])(
    'are replaced in %s, whose keys are in a separate file',
    (file) => {
      const folder = path.resolve(import.meta.dirname, '../../../examples');
      const after = inSandbox(readFileSync(path.join(folder, file), 'utf8'));
      expect(after.replaceAll('time.anedya.io', '')).not.toContain('anedya.io');
    },
  );

  it.each([
    [
      'client.connect("mqtt.ap-in-1.anedya.io", 8883) # ANEDYA_DEVICE_ID',
      'client.connect("localhost", 28883) # ANEDYA_DEVICE_ID',
    ],
    [
      'HOST = "mqtt.ap-in-1.anedya.io"\nPORT = int(os.environ.get("ANEDYA_MQTT_PORT") or 8883)',
      'HOST = "localhost"\nPORT = int(os.environ.get("ANEDYA_MQTT_PORT") or 28883)',
    ],
    [
      'uri = "mqtts://mqtt.ap-in-1.anedya.io:8883" // YOUR-KEY',
      'uri = "mqtts://localhost:28883" // YOUR-KEY',
    ],
  ])('replace the port of the broker with its host: %s', (source, expected) => {
    expect(inSandbox(source)).toBe(expected);
  });

  it('do not replace the broker without a TLS port, or a number that is not its port', () => {
    const withTls = inUse.addresses ?? expect.fail('no addresses');
    const without = {
      ...inUse,
      addresses: { ...withTls, broker: { ...withTls.broker, tls: undefined } },
    };
    const source = 'connect("mqtt.ap-in-1.anedya.io", 8883) # ANEDYA_DEVICE_ID';
    expect(placeholderEdits(source, without, facts)).toEqual([]);
    expect(inSandbox('sleep(8883) # ANEDYA_DEVICE_ID')).toBe('sleep(8883) # ANEDYA_DEVICE_ID');
  });

  const pem = '-----BEGIN CERTIFICATE-----\nMIIB+/=\n-----END CERTIFICATE-----\n';
  const withKey = (ca: string, sandboxKey = 'key-1'): InUse => {
    const addresses = inUse.addresses ?? expect.fail('no addresses');
    return {
      ...inUse,
      sandboxKey,
      addresses: { ...addresses, broker: { ...addresses.broker, ca } },
    };
  };
  const sketch = (one: InUse, source: string) =>
    editedTexts([source], placeholderEdits(source, one, facts)).join('');

  it.each([
    [
      'const char CONNECTION_KEY[] = "YOUR-CONNECTION-KEY";',
      'const char CONNECTION_KEY[] = "key-1";',
    ],
    ['R"EOF(PASTE THE TEXT OF anedya-root-ca-3.pem)EOF"', `R"EOF(${pem})EOF"`],
    ['R"EOF(PASTE THE ROOT CERTIFICATE IN PEM FORM)EOF"', `R"EOF(${pem})EOF"`],
  ])('include the key and the certificate in a sketch: %s', (source, expected) => {
    expect(sketch(withKey(pem), source)).toBe(expected);
    expect(shown(source, { connectionKey: 'own-secret' })).toBe(source);
  });

  it('omit a certificate or a key that could end a literal', () => {
    const source = '"YOUR-CONNECTION-KEY" R"EOF(PASTE THE ROOT CERTIFICATE IN PEM FORM)EOF"';
    expect(sketch(withKey(pem.replace('MII', ')EOF"'), 'a"b'), source)).toBe(source);
  });

  it.each(['https://api.anedya.io/v1/node/list', 'mqtt.ap-in-1.anedya.io', 'time.anedya.io'])(
    'do not change %s: it describes the platform',
    (source) => {
      expect(inSandbox(source)).toBe(source);
    },
  );
});
