import type { MqttSettings } from './board';
import type { BoardCall } from './protocol';

/** A connection to the broker, as `connectDevice` of the MQTT console opens it. */
export interface BrokerConnection {
  publish(
    topic: string,
    text: string,
    qos: 0 | 1,
    onAck: (ack: { readonly isGood: boolean }) => void,
    retain?: boolean,
  ): void;
  subscribe(topic: string, qos: 0 | 1, onGranted: (code: number | undefined) => void): void;
  end(): void;
  drop(): void;
}

export interface BrokerEvents {
  readonly onReady: () => void;
  readonly onMessage: (topic: string, text: string, isRetained: boolean) => void;
  /** @param code code of a CONNACK that rejects */
  readonly onEnd: (code: number | undefined) => void;
}

/** Opens a connection. @returns undefined if no host has the name of the server */
export type OpenBroker = (
  settings: MqttSettings,
  events: BrokerEvents,
) => BrokerConnection | undefined;

/** Negative `errno` of MicroPython. */
const unknownHost = -2;
const connectionReset = -104;
const notConnected = -128;
const unreachable = -113;
const invalid = -22;

/** Messages that wait for the program; older ones are removed, as a board's memory is small. */
const queueLength = 64;

const isQos = (qos: unknown): qos is 0 | 1 => qos === 0 || qos === 1;

/** Settings of a program, which may have any content. */
function settingsOf(text: string): MqttSettings | undefined {
  try {
    const settings = JSON.parse(text) as Partial<MqttSettings> | null;
    const { server, port, client_id, user, password, keepalive, will } = settings ?? {};
    const texts = [server, client_id, user, password];
    if (!texts.every((value) => typeof value === 'string') || typeof port !== 'number')
      return undefined;
    if (will !== undefined && (typeof will.topic !== 'string' || typeof will.text !== 'string'))
      return undefined;
    const isValid = typeof keepalive === 'number' && keepalive >= 0 && keepalive <= 65_535;
    return { ...(settings as MqttSettings), keepalive: isValid ? keepalive : 60 };
  } catch {
    return undefined;
  }
}

/** The MQTT connection of a program. A board has one at a time. */
export class Broker {
  private connection: BrokerConnection | undefined;
  private isReady = false;
  private readonly queue: string[] = [];
  /** The worker waits for one message at a time. */
  private waiting: ((message: string) => void) | undefined;
  /** Settles what the connection would settle, when it ends. */
  private readonly unsettled = new Set<() => void>();
  private finishConnect: ((code: number) => void) | undefined;

  /** @param hasNetwork whether the board is in reach of its Wi-Fi network */
  constructor(
    private readonly open: OpenBroker,
    private readonly hasNetwork: () => boolean,
  ) {}

  /** Does what a function of the board asks for. */
  call(call: BoardCall): Promise<number | string> {
    switch (call.name) {
      case 'connect':
        return this.connect(call.settings);
      case 'publish':
        return this.request((connection, settle) => {
          const qos = isQos(call.qos) ? call.qos : 0;
          const onAck = ({ isGood }: { readonly isGood: boolean }) =>
            settle(isGood ? 0 : connectionReset);
          connection.publish(call.topic, call.text, qos, onAck, call.retain);
        });
      case 'subscribe':
        return this.request((connection, settle) => {
          const qos = isQos(call.qos) ? call.qos : 0;
          connection.subscribe(call.topic, qos, (code) => settle(code ?? connectionReset));
        });
      case 'nextMessage':
        return this.nextMessage();
    }
  }

  /** Closes the connection with DISCONNECT. */
  disconnect(): void {
    this.connection?.end();
    this.finish(connectionReset);
  }

  /** Breaks the connection: the broker publishes the last will. */
  drop(): void {
    this.connection?.drop();
    this.finish(connectionReset);
  }

  private connect(text: string): Promise<number> {
    this.drop();
    const settings = settingsOf(text);
    if (!settings) return Promise.resolve(invalid);
    if (!this.hasNetwork()) return Promise.resolve(unreachable);
    return new Promise((resolve) => {
      this.finishConnect = resolve;
      const opened: { connection?: BrokerConnection; isOver: boolean } = { isOver: false };
      const ifCurrent = (action: () => void) => {
        if (!opened.isOver && this.connection === opened.connection) action();
      };
      const connection = this.open(settings, {
        onReady: () =>
          ifCurrent(() => {
            this.isReady = true;
            this.finishConnect = undefined;
            resolve(0);
          }),
        onMessage: (topic, message, isRetained) =>
          ifCurrent(() => this.receive(topic, message, isRetained)),
        onEnd: (code) =>
          ifCurrent(() => {
            opened.isOver = true;
            this.finish(code ?? (this.isReady ? connectionReset : unreachable));
          }),
      });
      if (!connection) {
        this.finish(unknownHost);
        return;
      }
      opened.connection = connection;
      if (!opened.isOver) this.connection = connection;
    });
  }

  private request(
    send: (connection: BrokerConnection, settle: (code: number) => void) => void,
  ): Promise<number> {
    const { connection } = this;
    if (!connection || !this.isReady) return Promise.resolve(notConnected);
    return new Promise((resolve) => {
      const lost = () => resolve(connectionReset);
      this.unsettled.add(lost);
      send(connection, (code) => {
        this.unsettled.delete(lost);
        resolve(code);
      });
    });
  }

  private nextMessage(): Promise<string> {
    const message = this.queue.shift();
    if (message !== undefined) return Promise.resolve(message);
    if (!this.isReady) return Promise.resolve('');
    return new Promise((resolve) => {
      this.waiting = resolve;
    });
  }

  private receive(topic: string, text: string, isRetained: boolean): void {
    const message = JSON.stringify([topic, text, isRetained]);
    if (this.waiting) {
      this.waiting(message);
      this.waiting = undefined;
      return;
    }
    this.queue.push(message);
    if (this.queue.length > queueLength) this.queue.shift();
  }

  private finish(code: number): void {
    this.connection = undefined;
    this.isReady = false;
    this.queue.length = 0;
    this.finishConnect?.(code);
    this.finishConnect = undefined;
    for (const settle of [...this.unsettled]) settle();
    this.unsettled.clear();
    this.waiting?.('');
    this.waiting = undefined;
  }
}
