import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { generate, type IConnectPacket, type Packet } from 'mqtt-packet';
import WebSocket, { createWebSocketStream } from 'ws';
import { dial } from './raw.ts';
import { attacker, type Project } from './site-process.ts';

export type Version = 4 | 5;
export const transports = ['tcp', 'tls', 'webSocket'] as const;
export type Transport = (typeof transports)[number];

/** Opens a connection to the broker from an address of the attacker. */
export async function open(
  { broker }: Project,
  transport: Transport,
  from = attacker(),
): Promise<Duplex> {
  if (transport === 'webSocket') {
    const socket = new WebSocket(broker.webSocket, ['mqtt'], { localAddress: from });
    socket.on('error', () => undefined);
    const stream = createWebSocketStream(socket);
    stream.on('error', () => undefined);
    return stream.resume();
  }
  const raw = await dial(transport === 'tcp' ? broker.tcp : broker.tls, from);
  if (transport === 'tcp') return raw.resume();
  // An attacker does not check the certificate.
  const socket = connectTls({ socket: raw, rejectUnauthorized: false });
  socket.on('error', () => undefined);
  return socket.resume();
}

export function connectPacket({ nodes }: Project, protocolVersion: Version): IConnectPacket {
  const [{ deviceId, connectionKey }] = nodes;
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion,
    clean: true,
    keepalive: 60,
    clientId: deviceId,
    username: deviceId,
    password: Buffer.from(connectionKey),
  };
}

/** Opens a connection and connects as the device of the project. */
export async function connected(
  project: Project,
  transport: Transport,
  version: Version,
  from?: string,
): Promise<Duplex> {
  const stream = await open(project, transport, from);
  stream.write(generate(connectPacket(project, version), { protocolVersion: version }));
  // Any first bytes are the CONNACK.
  if (!stream.destroyed) {
    await Promise.race([once(stream, 'data'), once(stream, 'close')]).catch(() => undefined);
  }
  return stream;
}

/** Packets for floods: cheap to send, of all types that clients may and may not send. */
export function floods(project: Project, version: Version): Readonly<Record<string, Buffer>> {
  const [{ deviceId }] = project.nodes;
  const own = `$anedya/device/${deviceId}`;
  const of = (packet: Packet) => generate(packet, { protocolVersion: version });
  const publish = (topic: string, payload: string, qos: 0 | 1 | 2 = 0) =>
    of({
      cmd: 'publish',
      topic,
      payload,
      qos,
      retain: false,
      dup: false,
      ...(qos > 0 && { messageId: 7 }),
    });
  return {
    PINGREQ: of({ cmd: 'pingreq' }),
    SUBSCRIBE: of({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: `${own}/response`, qos: 1 }],
    }),
    'SUBSCRIBE to others': of({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: '#', qos: 1 }],
    }),
    UNSUBSCRIBE: of({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: [`${own}/response`] }),
    'PUBLISH to others': publish('elsewhere', 'x', 1),
    'PUBLISH of broken JSON': publish(`${own}/submitdata/json`, '[[[[', 1),
    'PUBLISH with QoS 2': publish(`${own}/submitdata/json`, '{}', 2),
    'PUBLISH of data': publish(
      `${own}/submitdata/json`,
      '{"reqId":"a","data":[{"variable":"temperature","value":1,"timestamp":0}]}',
    ),
    PUBACK: of({ cmd: 'puback', messageId: 3 }),
    PUBREC: of({ cmd: 'pubrec', messageId: 3 }),
    PUBREL: of({ cmd: 'pubrel', messageId: 3 }),
    CONNECT: of(connectPacket(project, version)),
    'a packet of type 0': Buffer.from([0x00, 0x00]),
    'an endless packet': Buffer.alloc(16_384, 0x82),
  };
}
