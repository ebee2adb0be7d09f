import { once } from 'node:events';
import { duplexPair, type Duplex } from 'node:stream';
import { generate, parser, type Packet } from 'mqtt-packet';
import type { MqttBroker } from '../../../src/mqtt/broker.ts';
import type { Version } from './device.ts';

/** Waits for the next turn of the event loop. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A client that is connected to the broker by a stream in memory, and counts what it receives. */
export class MemoryClient {
  readonly stream: Duplex;
  /** Packets from the broker, by kind. */
  readonly received = new Map<Packet['cmd'], number>();
  /** Reason codes of CONNACK and DISCONNECT. */
  readonly codes: number[] = [];
  /** Resolved when the broker has closed its side. */
  readonly closed: Promise<unknown>;
  isClosed = false;

  /** @param address that the broker counts it by */
  constructor(
    broker: MqttBroker,
    address: string,
    private readonly version: Version,
  ) {
    const [near, far] = duplexPair();
    this.stream = near;
    this.closed = once(far, 'close').then(() => (this.isClosed = true));
    const reader = parser({ protocolVersion: version });
    reader.on('packet', (packet) => {
      this.received.set(packet.cmd, this.count(packet.cmd) + 1);
      if (packet.cmd === 'connack') this.codes.push(packet.reasonCode ?? packet.returnCode ?? -1);
      if (packet.cmd === 'disconnect') this.codes.push(packet.reasonCode ?? -1);
    });
    near.on('data', (bytes: Buffer) => reader.parse(bytes));
    near.on('error', () => undefined);
    near.on('end', () => near.end());
    broker.accept(far, address);
  }

  count(cmd: Packet['cmd']): number {
    return this.received.get(cmd) ?? 0;
  }

  encode(packet: Packet): Buffer {
    return generate(packet, { protocolVersion: this.version });
  }

  send(packet: Packet): void {
    this.stream.write(this.encode(packet));
  }

  /** Waits until so many packets of a kind have come. */
  async until(cmd: Packet['cmd'], count = 1): Promise<void> {
    while (this.count(cmd) < count) await turn();
  }
}
