import type { Board } from '../board';
import { type BoardCall, type BoardInputs, type FromWorker, fullDuty, limits } from '../protocol';
import type { Outbox } from './outbox';

/** Time that joining a Wi-Fi network takes, in milliseconds. */
const joinTime = 300;

/** Blocking times below this are summed before the page is told, in milliseconds. */
const notedSleep = 20;

/** A board's clock shows this time after it starts: 2000-01-01 in seconds since 1970. */
const unsetClock = 946_684_800;

/** `errno` of MicroPython: ENOBUFS, too many requests of a program are in flight; EINVAL. */
const noBuffers = -105;
const invalid = -22;

interface BoardDeps {
  readonly post: (message: FromWorker) => void;
  readonly outbox: Outbox;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Blocks the worker. */
  readonly block: (milliseconds: number) => void;
  readonly wifi: { readonly ssid: string; readonly password: string };
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= limits.text;

const isPin = (pin: unknown): pin is number =>
  Number.isInteger(pin) && Number(pin) >= 0 && Number(pin) <= limits.pin;

/**
 * The board in the worker. Programs can call its functions with any values, also with proxies of Python objects, which run Python
 * code when they are converted: none is. No function throws, which would break the interpreter, or returns an object other
 * than a promise.
 */
export class WorkerBoard {
  private readonly startedAt: number;
  private clockOffset: number | undefined;
  private joinedAt: number | undefined;
  private readonly duties = new Map<number, number>();
  private readonly pending = new Map<number, (value: number | string) => void>();
  private next: Promise<string> | undefined;
  private lastCall = 0;
  /** Whether the page was asked for something since the last disconnect. */
  private hasCalled = false;
  private slept = 0;

  constructor(
    private readonly deps: BoardDeps,
    private inputs: BoardInputs,
  ) {
    this.startedAt = deps.now();
  }

  setInputs(inputs: BoardInputs): void {
    this.inputs = inputs;
  }

  settle(id: number, value: number | string): void {
    const resolve = this.pending.get(id);
    this.pending.delete(id);
    resolve?.(value);
  }

  /** The functions of the module `_board`. */
  functions(): Board {
    const { deps } = this;
    const seconds = () => Math.floor((deps.now() - this.startedAt) / 1000);
    const hasWifi = () =>
      this.joinedAt !== undefined && this.inputs.hasNetwork && deps.now() >= this.joinedAt;
    const setDuty = (pin: number, duty: number) => {
      if (!isPin(pin) || !Number.isFinite(duty)) return;
      const value = Math.min(fullDuty, Math.max(0, Math.round(duty)));
      if (this.duties.get(pin) === value) return;
      this.duties.set(pin, value);
      deps.outbox.setDuty(pin, value);
    };
    return {
      millis: () => deps.now() - this.startedAt,
      wallSeconds: () =>
        this.clockOffset === undefined
          ? unsetClock + seconds()
          : Math.floor(deps.now() / 1000) + this.clockOffset,
      delay: (milliseconds) => this.delay(milliseconds),
      setClock: () => {
        if (!hasWifi()) return false;
        this.clockOffset = 0;
        return true;
      },
      setLevel: (pin, level) => setDuty(pin, level ? fullDuty : 0),
      level: (pin) => {
        const duty = this.duties.get(pin);
        if (duty !== undefined) return duty > 0 ? 1 : 0;
        return (isPin(pin) ? this.inputs.levels[pin] : 0) ?? 0;
      },
      setDuty,
      analog: () => 0,
      climate: (pin) => (isPin(pin) ? this.inputs.climates[pin] : '') ?? '',
      joinWifi: (ssid, password) => {
        const isKnown = ssid === deps.wifi.ssid && password === deps.wifi.password;
        if (!isKnown) this.joinedAt = undefined;
        else this.joinedAt ??= deps.now() + joinTime;
      },
      hasWifi,
      reset: () => {
        deps.outbox.flush();
        deps.post({ kind: 'reset' });
        // The page ends this worker.
        for (;;) deps.block(60_000);
      },
      connect: (settings) =>
        isText(settings) ? this.number({ name: 'connect', settings }) : Promise.resolve(invalid),
      publish: (topic: unknown, text: unknown, qos: unknown, retain: unknown) =>
        isText(topic) && isText(text)
          ? this.number({
              name: 'publish',
              topic,
              text,
              qos: qos === 1 ? 1 : 0,
              retain: retain === true,
            })
          : Promise.resolve(invalid),
      subscribe: (topic, qos) =>
        isText(topic)
          ? this.number({ name: 'subscribe', topic, qos: qos === 1 ? 1 : 0 })
          : Promise.resolve(invalid),
      nextMessage: () => {
        // A task that was canceled while it waited must not take the message of the next one.
        this.next ??= this.call({ name: 'nextMessage' }, '').then((message) => {
          this.next = undefined;
          return String(message);
        });
        return this.next;
      },
      disconnect: () => {
        if (this.hasCalled) deps.post({ kind: 'disconnect' });
        this.hasCalled = false;
      },
    };
  }

  private number(call: BoardCall): Promise<number> {
    return this.call(call, noBuffers).then(Number);
  }

  /** @param full result when too many calls are pending */
  private call(call: BoardCall, full: number | string): Promise<number | string> {
    if (this.pending.size >= limits.pendingCalls) return Promise.resolve(full);
    this.hasCalled = true;
    this.lastCall += 1;
    const id = this.lastCall;
    return new Promise((resolve) => {
      this.pending.set(id, resolve);
      this.deps.post({ kind: 'call', id, call });
    });
  }

  private delay(time: unknown): void {
    if (typeof time !== 'number' || !(time > 0)) return;
    this.slept += time;
    if (this.slept >= notedSleep) {
      this.deps.outbox.flush();
      this.deps.post({ kind: 'sleep', milliseconds: time });
      this.slept = 0;
    }
    this.deps.block(time);
  }
}
