import type { MqttSettings } from './board';
import { Broker, type BrokerConnection, type BrokerEvents } from './broker';
import type { BoardConfig } from './config';
import { OutputLog } from './output';
import type { ProgramBoard, ProgramState } from './program';
import type { BoardInputs, FromWorker, ToWorker } from './protocol';

/** A worker for one start of the board. */
export interface WorkerPort {
  post(message: ToWorker): void;
  onMessage(listener: (message: FromWorker) => void, onError: () => void): void;
  terminate(): void;
}

/** What the board is connected to. */
export interface BoardHost {
  /** Prepares what the program needs. @throws Error with a message for the reader */
  readonly start: () => Promise<BoardConfig>;
  readonly inputs: () => BoardInputs;
  /** Adds a listener for changes of the inputs. @returns a function that removes it */
  readonly onInputs: (listener: () => void) => () => void;
  /** Receives changed duty cycles, 0 to 65535, by pin. */
  readonly setOutputs: (duties: Readonly<Record<number, number>>) => void;
  /** Opens a connection to the broker. @returns undefined if no host has the name of the server */
  readonly openBroker: (
    settings: MqttSettings,
    events: BrokerEvents,
  ) => BrokerConnection | undefined;
}

interface Clock {
  readonly now: () => number;
  /** Runs an action again and again. @returns a function that stops it */
  readonly every: (milliseconds: number, action: () => void) => () => void;
  /** @returns a function that cancels the action */
  readonly after: (milliseconds: number, action: () => void) => () => void;
}

/** The clock and the timers of JavaScript. */
export const systemClock: Clock = {
  now: () => performance.now(),
  every: (milliseconds, action) => {
    const timer = setInterval(action, milliseconds);
    return () => clearInterval(timer);
  },
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

export interface BoardDeps {
  readonly host: BoardHost;
  readonly createWorker: () => WorkerPort;
  /** Loads the file of the interpreter. */
  readonly loadEngine: () => Promise<ArrayBuffer>;
  readonly clock: Clock;
}

/** Time between two pings, which the worker responds to when the program yields, in milliseconds. */
const pingTime = 1000;

/** Pings without a response until the watchdog ends the program. */
const maxMissed = 8;

/** Time that Ctrl+C may take, in milliseconds. */
const interruptTime = 1000;

/** Minimum time between two starts, so that a program that resets the board does not start workers without end. */
const startTime = 1000;

const messages = {
  watchdog:
    'Watchdog: the program neither slept nor awaited for 8 seconds, so the board was stopped. Add await asyncio.sleep(…) or time.sleep(…) to the loop that runs without a pause.',
  interrupt:
    'The program was stopped: it does not await, so it cannot receive KeyboardInterrupt in this page.',
  reset: 'The board resets.',
  softReset: 'MPY: soft reboot',
  powerOff: 'Power off.',
  load: 'MicroPython could not be loaded. Check your network connection and run the program again.',
} as const;

/** One start of the board. */
interface Run {
  readonly worker: WorkerPort;
  readonly broker: Broker;
  missed: number;
  /** Whether Ctrl+C waits for the program to yield. */
  isInterrupted: boolean;
  /** When the program stops blocking, in milliseconds of the clock. */
  sleepsUntil: number;
  readonly stops: (() => void)[];
}

class PageBoard implements ProgramBoard {
  private state: ProgramState = { phase: 'off', output: [] };
  private readonly listeners = new Set<() => void>();
  private readonly log = new OutputLog();
  private run_: Run | undefined;
  private source = '';
  /** The interpreter, compiled by the first worker. */
  private engine: WebAssembly.Module | undefined;
  private startedAt = -Infinity;
  /** Number of the last start, to notice that another one replaced it. */
  private starts = 0;
  private cancelStart: () => void = () => undefined;

  constructor(private readonly deps: BoardDeps) {}

  readonly getState = (): ProgramState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  run(source: string): void {
    this.source = source;
    this.start();
  }

  interrupt(): void {
    const { run_: run } = this;
    if (!run || this.state.phase !== 'running') return;
    run.isInterrupted = true;
    run.worker.post({ kind: 'interrupt' });
    run.worker.post({ kind: 'ping' });
    run.stops.push(
      this.deps.clock.after(interruptTime, () => {
        if (run.isInterrupted) this.stop('ended', messages.interrupt);
      }),
    );
  }

  softReset(): void {
    // As on a board, the key does nothing without power.
    if (this.state.phase === 'off') return;
    this.log.say(messages.softReset);
    this.start();
  }

  powerOff(): void {
    if (this.state.phase !== 'off') this.stop('off', messages.powerOff);
  }

  clearOutput(): void {
    this.log.clear();
    this.show();
  }

  /** Starts the board. Starts are at least a second apart. */
  private start(): void {
    this.stop('loading');
    this.starts += 1;
    const { starts } = this;
    const { clock } = this.deps;
    const missing = this.startedAt + startTime - clock.now();
    const begin = () => {
      this.startedAt = clock.now();
      this.boot(() => starts === this.starts).catch((error: unknown) => {
        if (starts !== this.starts) return;
        this.stop(
          'off',
          error instanceof Error && error.message !== '' ? error.message : messages.load,
        );
      });
    };
    if (missing > 0) this.cancelStart = clock.after(missing, begin);
    else begin();
  }

  private async boot(isCurrent: () => boolean): Promise<void> {
    const { host, createWorker, loadEngine, clock } = this.deps;
    // All three load at the same time.
    const worker = createWorker();
    const discard = () => worker.terminate();
    try {
      const [engine, { files, wifi }] = await Promise.all([
        Promise.resolve(this.engine ?? loadEngine()),
        host.start(),
      ]);
      if (!isCurrent()) {
        discard();
        return;
      }
      const broker = new Broker(host.openBroker, () => host.inputs().hasNetwork);
      const run: Run = {
        worker,
        broker,
        missed: 0,
        isInterrupted: false,
        sleepsUntil: 0,
        stops: [],
      };
      this.run_ = run;
      worker.onMessage(
        (message) => {
          if (this.run_ === run) this.receive(run, message);
        },
        () => {
          if (this.run_ === run) this.stop('off', messages.load);
        },
      );
      run.stops.push(
        host.onInputs(() => this.followInputs(run)),
        clock.every(pingTime, () => this.watch(run)),
      );
      const main = { ...files, 'main.py': this.source };
      worker.post({ kind: 'start', engine, files: main, wifi, inputs: host.inputs() });
    } catch (error) {
      discard();
      throw error;
    }
  }

  private followInputs({ worker, broker }: Run): void {
    const inputs = this.deps.host.inputs();
    if (!inputs.hasNetwork) broker.drop();
    worker.post({ kind: 'inputs', inputs });
  }

  private receive(run: Run, message: FromWorker): void {
    switch (message.kind) {
      case 'compiled':
        this.engine = message.engine;
        break;
      case 'started':
        run.missed = 0;
        this.show('running');
        break;
      case 'output':
        this.log.print(message.lines, message.omitted, message.partial);
        this.show();
        break;
      case 'outputs':
        this.deps.host.setOutputs(message.duties);
        break;
      case 'call': {
        const { id, call } = message;
        void run.broker.call(call).then((value) => {
          if (this.run_ === run) run.worker.post({ kind: 'result', id, value });
        });
        break;
      }
      case 'disconnect':
        run.broker.disconnect();
        break;
      case 'sleep':
        run.sleepsUntil = this.deps.clock.now() + message.milliseconds;
        run.missed = 0;
        break;
      case 'pong':
        run.missed = 0;
        run.isInterrupted = false;
        break;
      case 'reset':
        this.log.say(messages.reset);
        this.start();
        break;
      case 'ended':
        this.stop('ended');
        break;
      case 'died':
        this.stop('off', message.reason);
    }
  }

  /** Counts pings rather than time: a computer that was asleep counts one. */
  private watch(run: Run): void {
    if (this.state.phase !== 'running' || this.deps.clock.now() < run.sleepsUntil) return;
    if (run.missed >= maxMissed) {
      this.stop('ended', messages.watchdog);
      return;
    }
    run.missed += 1;
    run.worker.post({ kind: 'ping' });
  }

  /** Ends the worker, if there is one. The broker gets no DISCONNECT. */
  private stop(phase: ProgramState['phase'], text?: string): void {
    this.starts += 1;
    this.cancelStart();
    const { run_: run } = this;
    this.run_ = undefined;
    if (run) {
      for (const end of run.stops) end();
      run.worker.terminate();
      run.broker.drop();
    }
    if (text !== undefined) this.log.say(text);
    this.show(phase);
  }

  private show(phase = this.state.phase): void {
    this.state = { phase, output: this.log.all };
    for (const listener of this.listeners) listener();
  }
}

/** Returns a board that runs one program at a time. */
export function createBoard(deps: BoardDeps): ProgramBoard {
  return new PageBoard(deps);
}
