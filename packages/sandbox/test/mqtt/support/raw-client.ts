import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { generate, parser, type IConnectPacket, type Packet } from 'mqtt-packet';
import { Inbox } from './inbox.ts';
import type { TestNode } from './platform.ts';
import type { Version } from './device.ts';

type Of<C extends Packet['cmd']> = Extract<Packet, { cmd: C }>;

/** A client that sends what it is told, sense or nonsense. */
export class RawClient {
  readonly packets = new Inbox<Packet>();
  readonly closed: Promise<unknown>;

  private constructor(
    readonly socket: Socket,
    readonly version: Version,
  ) {
    const reader = parser({ protocolVersion: version });
    reader.on('packet', (packet) => this.packets.push(packet));
    socket.on('data', (bytes) => reader.parse(bytes));
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => socket.once('close', resolve));
  }

  static async open(port: number, version: Version = 4): Promise<RawClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RawClient(socket, version);
  }

  /** Opens a connection and connects as the device of a node. */
  static async connect(
    port: number,
    node: TestNode,
    version: Version = 4,
    changes: Partial<IConnectPacket> = {},
  ): Promise<{ client: RawClient; connack: Of<'connack'> }> {
    const client = await RawClient.open(port, version);
    client.send(connectPacket(node, version, changes));
    return { client, connack: await client.next('connack') };
  }

  send(packet: Packet): void {
    this.write(generate(packet, { protocolVersion: this.version }));
  }

  write(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  /** The next packet of a kind. */
  next<C extends Packet['cmd']>(cmd: C): Promise<Of<C>> {
    return this.packets.next((packet) => packet.cmd === cmd) as Promise<Of<C>>;
  }
}

/** CONNECT as the device of a node. */
export function connectPacket(
  { deviceId = '', connectionKey }: TestNode,
  protocolVersion: Version,
  changes: Partial<IConnectPacket> = {},
): IConnectPacket {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion,
    clean: true,
    keepalive: 60,
    clientId: deviceId,
    username: deviceId,
    password: Buffer.from(connectionKey),
    ...changes,
  };
}
