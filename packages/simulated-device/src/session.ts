/** A connection of a device to a broker. */
export interface DeviceLink {
  publish(topic: string, text: string): void;
  /** Disconnects with DISCONNECT: the broker discards the last will. */
  close(): void;
  /** Breaks the connection without DISCONNECT, as a power cut does: the broker publishes the last will. */
  drop(): void;
}

/** Events of a connection. After `onEnd`, there are no others. */
export interface LinkEvents {
  /** Connected and subscribed. */
  readonly onReady: () => void;
  readonly onMessage: (topic: string, text: string) => void;
  /** The connection was lost, or could not be established. */
  readonly onEnd: () => void;
}

/** A message that the broker publishes when the connection breaks. */
export interface Will {
  readonly topic: string;
  readonly text: string;
}

export type OpenLink = (will: Will, events: LinkEvents) => DeviceLink;

/** Source of time. Tests pass a manual one. */
export interface DeviceTimers {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs an action once. @returns a function that cancels it */
  set(action: () => void, milliseconds: number): () => void;
}

/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses a JSON object. Other texts have no fields. */
export function fieldsOf(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

/** Time that a response may take, in milliseconds. The C SDK frees a request slot after the same time. */
const responseTimeout = 30_000;

let lastRequest = 0;

/** One connection, from start to end: matches responses to requests, and runs timers that stop with it. */
export class DeviceSession {
  private isOver = false;
  private readonly pending = new Map<string, (response: Fields) => void>();
  private readonly cancels = new Set<() => void>();
  private link: DeviceLink | undefined;

  constructor(private readonly timers: DeviceTimers) {}

  /** False after the connection ended, by the device or by the network. */
  get isOpen(): boolean {
    return !this.isOver;
  }

  /** Connects. `onMessage` gets the messages that are not responses to requests of this connection. */
  open(openLink: OpenLink, will: Will, events: LinkEvents): void {
    this.link = openLink(will, {
      onReady: () => this.ifOpen(events.onReady),
      onMessage: (topic, text) =>
        this.ifOpen(() => {
          if (!this.receive(text)) events.onMessage(topic, text);
        }),
      onEnd: () =>
        this.ifOpen(() => {
          this.end();
          events.onEnd();
        }),
    });
  }

  /**
   * Publishes a request. The promise stays pending if the connection ends.
   * @returns fields of the response; none after a timeout
   */
  request(topic: string, body: Fields): Promise<Fields> {
    lastRequest += 1;
    const reqId = `greenhouse-${lastRequest}`;
    return new Promise((resolve) => {
      const cancel = this.after(responseTimeout, () => finish({}));
      const finish = (response: Fields) => {
        cancel();
        this.pending.delete(reqId);
        resolve(response);
      };
      this.pending.set(reqId, finish);
      this.link?.publish(topic, JSON.stringify({ reqId, ...body }));
    });
  }

  /** Runs an action once, unless the connection ends first. @returns a function that cancels it */
  after(milliseconds: number, action: () => void): () => void {
    if (this.isOver) return () => undefined;
    const cancel = this.timers.set(() => {
      this.cancels.delete(stop);
      action();
    }, milliseconds);
    const stop = () => {
      this.cancels.delete(stop);
      cancel();
    };
    this.cancels.add(stop);
    return stop;
  }

  /** Resolves after a time. The promise stays pending if the connection ends. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.after(milliseconds, resolve));
  }

  /** Ends the connection. @param how with DISCONNECT, or like a power cut */
  leave(how: 'close' | 'drop'): void {
    if (this.isOver) return;
    this.end();
    this.link?.[how]();
  }

  private ifOpen(action: () => void): void {
    if (!this.isOver) action();
  }

  private end(): void {
    this.isOver = true;
    for (const cancel of [...this.cancels]) cancel();
    this.pending.clear();
  }

  /** @returns whether the message is the response to a request of this connection */
  private receive(text: string): boolean {
    const fields = fieldsOf(text);
    const finish = typeof fields.reqId === 'string' ? this.pending.get(fields.reqId) : undefined;
    finish?.(fields);
    return finish !== undefined;
  }
}
