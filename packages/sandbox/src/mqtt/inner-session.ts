import { duplexPair } from 'node:stream';
import type { Aedes, Client } from 'aedes';
import { generate, parser, type IPublishPacket, type ISubscription } from 'mqtt-packet';

/**
 * A device inside the broker: the end of a connection that never leaves the process and speaks MQTT 3.1.1. Its topics are
 * those of `innerTopic`.
 */
export class InnerSession {
  /** Resolved when the session has ended, whoever ended it. */
  readonly closed: Promise<void>;
  private readonly client: Client;

  private constructor(
    aedes: Aedes,
    id: string,
    onMessage: (packet: IPublishPacket) => void,
    onConnected: () => void,
  ) {
    const [near, far] = duplexPair();
    const reader = parser();
    reader.on('packet', (packet) => {
      if (packet.cmd === 'publish') onMessage(packet);
      else if (packet.cmd === 'connack') onConnected();
    });
    near.on('data', (bytes: Buffer) => reader.parse(bytes));
    near.on('error', () => undefined);
    this.closed = new Promise((resolve) => far.once('close', resolve));
    this.client = aedes.handle(far);
    // Sessions end with their connection and the outer connection keeps time, so there is nothing to keep or to time here.
    const connect = { cmd: 'connect', clientId: id, clean: true, keepalive: 0 } as const;
    near.write(generate({ ...connect, protocolId: 'MQTT', protocolVersion: 4 }));
  }

  /** @param onMessage told of what arrives on topics that are subscribed to, once, however many filters it fits */
  static async open(
    aedes: Aedes,
    id: string,
    onMessage: (packet: IPublishPacket) => void,
  ): Promise<InnerSession> {
    let onConnected: () => void = () => undefined;
    const connected = new Promise<void>((resolve) => (onConnected = resolve));
    const session = new InnerSession(aedes, id, onMessage, onConnected);
    await Promise.race([connected, session.closed]);
    return session;
  }

  subscribe(subscriptions: ISubscription[]): Promise<void> {
    return this.untilDone((done) => this.client.subscribe({ subscriptions }, done));
  }

  unsubscribe(filters: string[]): Promise<void> {
    const packet = { cmd: 'unsubscribe', unsubscriptions: filters } as const;
    return this.untilDone((done) => this.client.unsubscribe(packet, done));
  }

  async close(): Promise<void> {
    this.client.close();
    await this.closed;
  }

  /** Waits for the broker, which does not answer when the session ends meanwhile. */
  private async untilDone(start: (done: () => void) => void): Promise<void> {
    await Promise.race([new Promise<void>((resolve) => start(() => resolve())), this.closed]);
  }
}
