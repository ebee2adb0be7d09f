import { localUrlHost } from '@anedya-docs/sandbox/paths';
import type { MqttPorts } from '@anedya-docs/sandbox/service';
import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../limits.ts';
import type {
  FromProcess,
  ProcessReport,
  SandboxSettings,
  SandboxState,
  SandboxUpstream,
  ServerInfo,
  ToProcess,
} from './process.ts';

/** A running sandbox process. */
export interface SandboxProcess {
  send(message: ToProcess): void;
  /** Undefined when it could not be started. */
  readonly pid: number | undefined;
  /** Ends it at once, even when it hangs. */
  kill(): void;
}

export interface ProcessListener {
  readonly onMessage: (message: FromProcess) => void;
  /** @param how for the log: `exit code 1`, `signal SIGKILL` */
  readonly onEnd: (how: string) => void;
}

/** Starts a process. The listener is told its end once, also when it could not be started. */
export type Launch = (listener: ProcessListener) => SandboxProcess;

/** Times in milliseconds; see `limits.sandbox.process`. */
interface SupervisionLimits {
  readonly startTime: number;
  readonly heartbeat: number;
  readonly missedHeartbeats: number;
  readonly backoff: Backoff;
  readonly unusableBackoff: Backoff;
  readonly stableTime: number;
  readonly disconnectTime: number;
  readonly exitTime: number;
}

interface Backoff {
  readonly first: number;
  readonly longest: number;
}

interface SupervisorOptions {
  readonly settings: SandboxSettings;
  readonly socketPath: string;
  readonly launch: Launch;
  readonly limits?: SupervisionLimits;
}

/** Heartbeats without a response after which requests are no longer forwarded. */
const stalledAfter = 2;

/** The state of one process. */
interface Run {
  readonly process: SandboxProcess;
  readonly isOver: Promise<void>;
  /** When it became ready, in milliseconds since 1970; undefined before. */
  readyAt?: number;
  /** Why it reported that it cannot start. */
  startError?: { readonly message: string; readonly reason: string };
  /** Why it is being ended, for the log. */
  cause?: string;
  /** Heartbeats without a response. */
  missed: number;
  /** Called when its MQTT clients are disconnected. */
  onDisconnected?: () => void;
}

const levels: Readonly<Record<number, 'error' | 'fatal' | undefined>> = {
  50: 'error',
  60: 'fatal',
};

const inSeconds = (milliseconds: number) => `${milliseconds / 1000} s`;

/**
 * Keeps the sandbox process running: restarts it with exponential backoff, and ends a process that hangs or uses too much
 * memory.
 */
export class Supervisor implements SandboxUpstream {
  readonly socketPath: string;
  /** Resolves when the first process is ready, has exited, or cannot start. */
  readonly settled: Promise<void>;
  private settle: () => void = () => undefined;
  private current: SandboxState = { kind: 'starting' };
  private launches = 0;
  /** Consecutive exits, each soon after the start. */
  private failures = 0;
  private run: Run | undefined;
  /** Undefined until the server listens. */
  private server: ServerInfo | undefined;
  /** MQTT ports of the last process. The next one uses them too, so that devices can reconnect to a dynamically assigned port. */
  private mqttPorts: MqttPorts = {};
  private lastReport: ProcessReport | undefined;
  private lastStartError: string | undefined;
  /** Timer of the next start, while no process runs. */
  private restart: NodeJS.Timeout | undefined;
  /** Timer of the running process: its startup timeout, next heartbeat or exit timeout. */
  private watch: NodeJS.Timeout | undefined;
  private readonly limits: SupervisionLimits;

  constructor(private readonly options: SupervisorOptions) {
    this.socketPath = options.socketPath;
    this.limits = options.limits ?? limits.sandbox.process;
    this.settled = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  get state(): SandboxState {
    return this.current;
  }

  get restarts(): number {
    return Math.max(0, this.launches - 1);
  }

  get report(): ProcessReport | undefined {
    return this.lastReport;
  }

  /** Starts the first process before the server listens, so that both load their modules at the same time. */
  launch(): void {
    this.launchProcess();
  }

  start(server: ServerInfo): void {
    this.server = { ...server, log: server.log.child({ process: 'sandbox' }) };
    this.startProcess(this.server);
  }

  async disconnectClients(): Promise<void> {
    this.current = { kind: 'stopping' };
    clearTimeout(this.restart);
    this.settle();
    const { run } = this;
    if (run?.readyAt === undefined) {
      // It may become ready before `stop`, which limits its time.
      clearTimeout(this.watch);
      return;
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.limits.disconnectTime);
      run.onDisconnected = () => {
        clearTimeout(timer);
        resolve();
      };
      run.process.send({ type: 'disconnect' });
    });
  }

  async stop(): Promise<void> {
    this.current = { kind: 'stopping' };
    clearTimeout(this.restart);
    this.settle();
    if (!this.run) return;
    this.stopProcess(this.run, this.limits.exitTime);
    await this.run.isOver;
  }

  private launchProcess(): Run {
    let onOver: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      onOver = resolve;
    });
    const process = this.options.launch({
      onMessage: (message) => {
        if (this.server) this.receive(run, this.server, message);
      },
      onEnd: (how) => {
        this.run = undefined;
        // Before the server listens, nobody waits for the sandbox: `start` launches another process.
        if (this.server) this.processEnded(run, this.server, how);
        onOver();
      },
    });
    const run: Run = { process, isOver, missed: 0 };
    this.run = run;
    return run;
  }

  private startProcess(server: ServerInfo): void {
    this.launches += 1;
    const run = this.run ?? this.launchProcess();
    const { settings } = this.options;
    const localUrl = `http://${localUrlHost(settings.host)}:${server.port}${server.prefix}`;
    const { siteDir, prefix } = server;
    const { socketPath } = this;
    const mqttPorts = { ...settings.mqttPorts, ...this.mqttPorts };
    run.process.send({
      type: 'start',
      settings: { ...settings, mqttPorts, siteDir, prefix, socketPath, localUrl },
    });
    this.watch = setTimeout(() => {
      this.kill(run, `it was not ready within ${inSeconds(this.limits.startTime)}`);
    }, this.limits.startTime);
  }

  private receive(run: Run, server: ServerInfo, message: FromProcess): void {
    switch (message.type) {
      case 'ready':
        run.readyAt = Date.now();
        this.mqttPorts = message.mqttPorts;
        this.lastStartError = undefined;
        if (this.current.kind === 'stopping') return;
        clearTimeout(this.watch);
        this.current = { kind: 'ready' };
        server.log.info({ mqttPorts: message.mqttPorts }, 'The sandbox is ready');
        this.settle();
        this.sendHeartbeat(run);
        break;
      case 'unusable':
        run.startError = message;
        break;
      case 'pong':
        run.missed = 0;
        if (this.current.kind === 'stalled') this.current = { kind: 'ready' };
        this.lastReport = message.report;
        this.checkMemory(run, message.report);
        break;
      case 'disconnected':
        run.onDisconnected?.();
        break;
      case 'log':
        writeLine(server.log, message.line);
    }
  }

  /** Sends heartbeats. Counts them instead of measuring time, because this process may have been suspended too. */
  private sendHeartbeat(run: Run): void {
    const { heartbeat, missedHeartbeats } = this.limits;
    if (run.missed >= missedHeartbeats) {
      this.kill(run, `it did not respond for ${inSeconds(missedHeartbeats * heartbeat)}`);
      return;
    }
    if (run.missed >= stalledAfter && this.current.kind === 'ready') {
      this.current = { kind: 'stalled' };
    }
    run.missed += 1;
    run.process.send({ type: 'ping' });
    this.watch = setTimeout(() => {
      this.sendHeartbeat(run);
    }, heartbeat);
  }

  private checkMemory(run: Run, { residentBytes }: ProcessReport): void {
    const { memoryBytes } = this.options.settings;
    if (residentBytes <= memoryBytes || run.cause !== undefined) return;
    run.cause = `it uses ${residentBytes} bytes of memory, more than its limit of ${memoryBytes}`;
    if (this.current.kind !== 'stopping') {
      this.current = { kind: 'restarting', startsAt: Date.now() };
    }
    this.stopProcess(run, this.limits.disconnectTime);
  }

  /** Asks a process to exit, and kills it after a timeout in milliseconds. */
  private stopProcess(run: Run, timeout: number): void {
    clearTimeout(this.watch);
    run.process.send({ type: 'stop' });
    this.watch = setTimeout(() => {
      run.process.kill();
    }, timeout);
  }

  private kill(run: Run, cause: string): void {
    run.cause ??= cause;
    run.process.kill();
  }

  private processEnded(run: Run, server: ServerInfo, how: string): void {
    clearTimeout(this.watch);
    this.lastReport = undefined;
    run.onDisconnected?.();
    if (this.current.kind === 'stopping') return;
    const delay = this.nextDelay(run);
    const startsAt = Date.now() + delay;
    if (run.startError) {
      this.current = { kind: 'unusable', reason: run.startError.reason, startsAt };
      // Logged once, however often it is retried.
      if (run.startError.message !== this.lastStartError) server.log.warn(run.startError.message);
      this.lastStartError = run.startError.message;
    } else {
      this.current = { kind: 'restarting', startsAt };
      const why = run.cause === undefined ? '' : `: ${run.cause}`;
      server.log.warn(
        `The sandbox process exited (${how})${why}. It restarts in ${inSeconds(delay)}.`,
      );
    }
    this.restart = setTimeout(() => {
      this.startProcess(server);
    }, delay);
    this.settle();
  }

  /** Returns the delay before the next start, in milliseconds. */
  private nextDelay({ readyAt = Infinity, startError }: Run): number {
    const { backoff, unusableBackoff, stableTime } = this.limits;
    if (Date.now() - readyAt >= stableTime) this.failures = 0;
    this.failures += 1;
    const { first, longest } = startError ? unusableBackoff : backoff;
    return Math.min(longest, first * 2 ** (this.failures - 1));
  }
}

/** Writes a log line of the process, as JSON, to the server log. */
export function writeLine(log: FastifyBaseLogger, line: string): void {
  const {
    level,
    msg,
    time: _time,
    pid: _pid,
    hostname: _hostname,
    ...fields
  } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const name = levels[Number(level)] ?? 'warn';
  log[name](fields, typeof msg === 'string' ? msg : '');
}
