import { connect, type Socket } from 'node:net';
import { parser, type Packet } from 'mqtt-packet';
import type { Effect, Disruption, Disruptions, SimulatedClock } from './disruptions.ts';

/** A message of a device, or to it. */
export interface Message {
  /** Simulated time. */
  readonly at: number;
  /** Below the prefix of the device, without `/json`. */
  readonly topic: string;
  readonly body: string;
}

/** What a rig knows about the connections of a program. */
export interface LinkDeps {
  readonly disruptions: Disruptions;
  readonly clock: SimulatedClock;
  /** Port of the broker without TLS. */
  readonly brokerPort: () => number;
  readonly sent: Message[];
  readonly received: Message[];
  /** Simulated times of attempts to connect. */
  readonly attempts: number[];
}

/** The side of a link on which the program is. */
interface Client {
  readonly write: (bytes: Buffer) => void;
  readonly end: () => void;
}

const topicOf = (topic: string) =>
  topic
    .split('/')
    .slice(3)
    .join('/')
    .replace(/\/json$/, '');

/** Divides a stream into packets with their bytes. */
class PacketReader {
  private rest = Buffer.alloc(0);
  private readonly parse;
  private current: Packet | undefined;

  constructor(version: number) {
    this.parse = parser({ protocolVersion: version });
    this.parse.on('packet', (packet) => (this.current = packet));
  }

  *read(bytes: Buffer): Generator<{ packet: Packet; bytes: Buffer }> {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (;;) {
      const length = this.lengthOfNext();
      if (length === undefined || this.rest.length < length) return;
      const own = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      this.current = undefined;
      this.parse.parse(own);
      // The assignment is in the listener.
      const packet = this.current as Packet | undefined;
      if (packet) yield { packet, bytes: own };
    }
  }

  private lengthOfNext(): number | undefined {
    let [length, factor] = [0, 1];
    for (let index = 1; index < this.rest.length; index += 1) {
      const digit = this.rest[index] ?? 0;
      length += (digit & 127) * factor;
      factor *= 128;
      if (digit < 128) return index + 1 + length;
    }
    return undefined;
  }
}

/** An MQTT connection between a program and the broker of the sandbox that injects disruptions. */
export class MqttLink {
  isOpen = true;
  isSubscribed = false;
  private readonly broker: Socket;
  private readonly fromProgram = new PacketReader(4);
  private fromBroker: PacketReader | undefined;
  /** Responses that the broker still owes. */
  private owed = 0;
  private prefix = '';
  private version = 4;
  /** What happens to the next response. */
  private nextEffect: Effect | undefined;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly client: Client,
    private readonly deps: LinkDeps,
  ) {
    this.broker = connect({ port: deps.brokerPort(), host: '127.0.0.1', noDelay: true });
    this.broker.on('data', (bytes: Buffer) => this.onBrokerData(bytes));
    this.broker.on('error', () => undefined);
    this.broker.on('close', () => this.close());
  }

  /** Resolves when the broker owes no response. */
  async settled(): Promise<void> {
    while (this.isOpen && this.owed > 0) await this.change();
  }

  /** Resolves when the program has been sent a message that contains a text. */
  async delivered(text: string): Promise<void> {
    while (this.isOpen && !this.deps.received.some(({ body }) => body.includes(text))) {
      await this.change();
    }
  }

  /** Resolves when the connection has ended. */
  async closed(): Promise<void> {
    while (this.isOpen) await this.change();
  }

  /** Receives bytes from the program. */
  receive(bytes: Buffer): void {
    for (const { packet, bytes: own } of this.fromProgram.read(bytes)) {
      if (this.isOpen) this.forward(packet, own);
    }
  }

  /** Ends the connection without DISCONNECT. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.broker.destroy();
    this.client.end();
    this.notify();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private notify(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }

  private forward(packet: Packet, bytes: Buffer): void {
    const { disruptions, clock, sent, attempts } = this.deps;
    let disruption: Disruption | undefined;
    if (packet.cmd === 'connect') {
      attempts.push(clock.now());
      this.prefix = `$anedya/device/${packet.clientId}/`;
      this.version = packet.protocolVersion ?? 4;
      this.fromBroker = new PacketReader(this.version);
      disruption = disruptions.take('connack');
    } else if (packet.cmd === 'publish') {
      const body = packet.payload.toString();
      const topic = topicOf(packet.topic);
      sent.push({ at: clock.now(), topic, body });
      // Programs differ in the spaces of their JSON.
      disruption = disruptions.take(topic, body.replaceAll('": ', '":').replaceAll(', "', ',"'));
    } else if (packet.cmd === 'subscribe') {
      disruption = disruptions.take('subscribe');
      if (packet.subscriptions.some(({ topic }) => topic.endsWith('/commands')))
        this.isSubscribed = true;
    }
    const effect = disruption?.effect;
    if (effect === 'drop') {
      this.close();
      return;
    }
    if (effect === 'silence') return;
    if (typeof effect === 'number') {
      // CONNACK: MQTT 5 has properties after the code.
      this.client.write(
        this.version === 5 ? Buffer.of(0x20, 3, 0, effect, 0) : Buffer.of(0x20, 2, 0, effect),
      );
      this.close();
      return;
    }
    if (typeof effect === 'object' && 'reject' in effect && packet.cmd === 'publish') {
      this.reject(packet.payload.toString(), effect.reject);
      if (packet.qos === 1 && packet.messageId !== undefined)
        this.client.write(Buffer.of(0x40, 2, packet.messageId >> 8, packet.messageId & 255));
      return;
    }
    this.nextEffect = effect ?? this.nextEffect;
    if (packet.cmd === 'publish') this.owed += packet.qos === 1 ? 2 : 1;
    else if (['connect', 'subscribe', 'pingreq'].includes(packet.cmd)) this.owed += 1;
    this.broker.write(bytes);
  }

  /** Responds on the topic of errors. */
  private reject(request: string, errorcode: number): void {
    const { reqId } = JSON.parse(request) as { reqId?: string };
    const body = JSON.stringify({ reqId, success: false, error: 'rejected by the rig', errorcode });
    const topic = Buffer.from(`${this.prefix}errors`);
    const length = 2 + topic.length + body.length;
    const head = [0x30, ...(length > 127 ? [(length & 127) | 128, length >> 7] : [length])];
    this.client.write(
      Buffer.concat([Buffer.from([...head, 0, topic.length]), topic, Buffer.from(body)]),
    );
  }

  private onBrokerData(bytes: Buffer): void {
    for (const { packet, bytes: own } of this.fromBroker?.read(bytes) ?? []) {
      if (this.isOpen) this.deliver(packet, own);
    }
    this.notify();
  }

  private deliver(packet: Packet, bytes: Buffer): void {
    const { disruptions, clock, received } = this.deps;
    const isPublish = packet.cmd === 'publish';
    const topic = isPublish ? topicOf(packet.topic) : '';
    if (!isPublish || topic === 'response' || topic === 'errors') this.owed -= 1;
    if (this.nextEffect === 'lose') {
      this.close();
      return;
    }
    if (this.nextEffect === 'cut') {
      this.client.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
      this.close();
      return;
    }
    this.client.write(bytes);
    if (!isPublish) return;
    received.push({ at: clock.now(), topic, body: packet.payload.toString() });
    if (topic === 'commands' && disruptions.take('commands')?.effect === 'repeat') {
      this.client.write(bytes);
    }
  }
}
