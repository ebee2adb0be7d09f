import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const packets = { connect: 1, publish: 3, subscribe: 8 } as const;
type PacketName = keyof typeof packets;

/** What a broker does with a packet. */
export type Handler = (socket: Socket, packet: Buffer) => void;

/** Returns a packet after its length, whose last byte has no continuation bit. */
const afterLength = (packet: Buffer) =>
  packet.subarray(packet.findIndex((byte, at) => at > 0 && byte < 0x80) + 1);

const connack: Handler = (socket) => socket.write(Buffer.from([0x20, 3, 0, 0, 0]));
/** Accepts all filters: after the packet identifier and no properties, each is a text and a byte of options. */
const suback: Handler = (socket, packet) => {
  const content = afterLength(packet);
  const granted: number[] = [];
  for (let at = 3; at < content.length; at += 3 + content.readUInt16BE(at)) granted.push(1);
  socket.write(Buffer.from([0x90, 3 + granted.length, ...content.subarray(0, 2), 0, ...granted]));
};
export const close: Handler = (socket) => socket.destroy();

/** Publishes a message of MQTT 5 with QoS 0. */
export function publish(socket: Socket, topic: string, message: object): void {
  const payload = JSON.stringify(message);
  const length = 2 + topic.length + 1 + payload.length;
  socket.write(
    Buffer.from([0x30, length, 0, topic.length, ...Buffer.from(topic), 0, ...Buffer.from(payload)]),
  );
}

/** Acknowledges a message with QoS 1. Its packet identifier follows its topic. */
export function puback(socket: Socket, packet: Buffer, reasonCode = 0, reasonString = ''): void {
  const content = afterLength(packet);
  const at = 2 + content.readUInt16BE(0);
  const reason = [0x1f, 0, reasonString.length, ...Buffer.from(reasonString)];
  const properties = reasonString === '' ? [] : [reason.length, ...reason];
  const fields = [...content.subarray(at, at + 2), reasonCode, ...properties];
  socket.write(Buffer.from([0x40, fields.length, ...fields]));
}

const respond: Handler = (socket, packet) => {
  publish(socket, 'response', { success: true });
  puback(socket, packet);
};

export const healthy = { connect: connack, subscribe: suback, publish: respond };

/** Starts a broker whose packets are handled in this way, and returns its port. */
export async function startBroker(handlers: Record<PacketName, Handler>): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (packet) => {
      for (const [name, type] of Object.entries(packets)) {
        if ((packet[0] ?? 0) >> 4 === type) handlers[name as PacketName](socket, packet);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
