import { generate, type Packet } from 'mqtt-packet';
import { connectPacket } from './raw-client.ts';
import type { TestNode } from './platform.ts';
import type { Version } from './device.ts';
import type { Random } from './random.ts';

const suffixes = [
  'submitdata/json',
  'heartbeat/json',
  'valuestore/setValue/json',
  'x',
  '',
] as const;
const payloads = [
  '{}',
  '{"reqId":"a"}',
  '{"data":[{"variable":"temperature","value":1,"timestamp":0}]}',
  '{"key":"__proto__","value":"x","type":"string"}',
  '{"__proto__":{"reqId":"polluted"}}',
  '{"reqId":{"a":1}}',
  '[[[[[[',
  '"\\ud800"',
  '',
] as const;
const names = [
  '',
  '#',
  '+/+',
  '$SYS/#',
  '$share/a/b',
  '\u0000',
  'a'.repeat(300),
  '/'.repeat(150),
] as const;

/** A packet that a client could send, with or without sense. */
function packetOf(random: Random, node: TestNode, version: Version): Packet {
  const own = `$anedya/device/${node.deviceId ?? ''}/`;
  const topic = random.below(10) === 0 ? random.pick(names) : own + random.pick(suffixes);
  const messageId = 1 + random.below(0xffff);
  const qos = random.below(10) === 0 ? 2 : random.pick([0, 1] as const);
  const flags = { retain: random.below(2) === 0, dup: qos > 0 && random.below(2) === 0 };
  switch (random.below(30)) {
    case 0:
      return connectPacket(node, version, { will: { topic, payload: 'x', qos, retain: false } });
    case 1:
    case 6:
    case 7:
      return { cmd: 'subscribe', messageId, subscriptions: [{ topic, qos }] };
    case 2:
      return { cmd: 'unsubscribe', messageId, unsubscriptions: [topic] };
    case 3:
      return { cmd: random.pick(['puback', 'pubrec', 'pubrel', 'pubcomp'] as const), messageId };
    // Most are requests, so that a connection lives for a while.
    case 4:
      return { cmd: random.pick(['pingreq', 'pingresp', 'disconnect'] as const) };
    case 5: {
      const payload = random.bytes(random.below(200));
      return { cmd: 'publish', topic, payload, qos, messageId, ...flags };
    }
    default: {
      const payload = random.pick(payloads);
      return { cmd: 'publish', topic, payload, qos, messageId, ...flags };
    }
  }
}

/** Changes bytes of a packet, cuts it, or says it were longer. */
function damaged(random: Random, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  switch (random.below(4)) {
    case 0:
      return copy.subarray(0, random.below(copy.length + 1));
    case 1:
      copy[1] = random.below(128);
      return copy;
    default: {
      const changes = 1 + random.below(4);
      for (let count = 0; count < changes; count += 1) {
        copy[random.below(copy.length)] = random.below(256);
      }
      return copy;
    }
  }
}

/** Bytes of one hostile packet: whole, damaged, or noise. */
export function hostileBytes(random: Random, node: TestNode, version: Version): Buffer {
  if (random.below(10) === 0) return random.bytes(1 + random.below(100));
  const packet = packetOf(random, node, version);
  let bytes: Buffer;
  try {
    bytes = generate(packet, { protocolVersion: version });
  } catch {
    // The generator makes no such packet: noise instead.
    return random.bytes(1 + random.below(100));
  }
  return random.below(4) > 0 ? bytes : damaged(random, bytes);
}
