import type { MqttPorts } from '@anedya-docs/sandbox/service';
import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../limits.ts';
import type { FromProcess, ProcessReport, ToProcess } from './messages.ts';
import type { SandboxSettings } from './settings.ts';
import type { SandboxState, SandboxUpstream, Site } from './upstream.ts';

/** A process of the sandbox that runs. */
export interface SandboxProcess {
  send(message: ToProcess): void;
  /** Nothing where it could not be started. */
  readonly pid: number | undefined;
  /** Ends it at once, also where it hangs. */
  kill(): void;
}

export interface ProcessListener {
  readonly onMessage: (message: FromProcess) => void;
  /** @param how for the log: `exit code 1`, `signal SIGKILL` */
  readonly onEnd: (how: string) => void;
}

/** Starts a process, whose end is told to the listener once, also where it could not be started. */
export type Launch = (listener: ProcessListener) => SandboxProcess;

/** Times in milliseconds, as `limits.sandbox.process` has them. */
export interface SupervisionBounds {
  readonly startTime: number;
  readonly heartbeat: number;
  readonly missedHeartbeats: number;
  readonly backoff: Backoff;
  readonly unusableBackoff: Backoff;
  readonly stableTime: number;
  readonly goodbyeTime: number;
  readonly endTime: number;
}

interface Backoff {
  readonly first: number;
  readonly longest: number;
}

export interface SupervisorOptions {
  readonly settings: SandboxSettings;
  readonly socketPath: string;
  readonly launch: Launch;
  readonly bounds?: SupervisionBounds;
}

/** Heartbeats without a response after which no more requests are passed on. */
const stalledAfter = 2;

/** A process and what is expected of it. */
interface Run {
  readonly process: SandboxProcess;
  readonly isOver: Promise<void>;
  /** When it was ready, in milliseconds since 1970; nothing before. */
  readyAt?: number;
  /** Why it said that it cannot start. */
  obstacle?: { readonly message: string; readonly reason: string };
  /** Why it is being ended, for the log. */
  cause?: string;
  /** Heartbeats without a response. */
  missed: number;
  /** Called when it has said goodbye to its MQTT clients. */
  onHungUp?: () => void;
}

const levels: Readonly<Record<number, 'error' | 'fatal' | undefined>> = {
  50: 'error',
  60: 'fatal',
};

const inSeconds = (milliseconds: number) => `${milliseconds / 1000} s`;

/**
 * Keeps the sandbox's process running: starts it again when it has ended, with growing waits, and ends one that hangs or takes
 * too much memory.
 */
export class Supervisor implements SandboxUpstream {
  readonly socketPath: string;
  /** Resolved when the first process is ready, has ended, or cannot start. */
  readonly settled: Promise<void>;
  private settle: () => void = () => undefined;
  private current: SandboxState = { kind: 'starting' };
  private launches = 0;
  /** Ends in a row, each soon after the start. */
  private failures = 0;
  private run: Run | undefined;
  private site: Site | undefined;
  /** MQTT ports of the last process: the next one takes them too, so that devices come back to a port that was free to choose. */
  private mqttPorts: MqttPorts = {};
  private lastReport: ProcessReport | undefined;
  private lastObstacle: string | undefined;
  /** The next start, while none runs. */
  private restart: NodeJS.Timeout | undefined;
  /** Of the process that runs: its first or next heartbeat, or the end of its time. */
  private watch: NodeJS.Timeout | undefined;
  private readonly bounds: SupervisionBounds;

  constructor(private readonly options: SupervisorOptions) {
    this.socketPath = options.socketPath;
    this.bounds = options.bounds ?? limits.sandbox.process;
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

  start(site: Site): void {
    this.site = { ...site, log: site.log.child({ process: 'sandbox' }) };
    this.startProcess(this.site);
  }

  async hangUp(): Promise<void> {
    this.current = { kind: 'stopping' };
    clearTimeout(this.restart);
    this.settle();
    const { run } = this;
    if (run?.readyAt === undefined) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.bounds.goodbyeTime);
      run.onHungUp = () => {
        clearTimeout(timer);
        resolve();
      };
      run.process.send({ type: 'hangUp' });
    });
  }

  async stop(): Promise<void> {
    this.current = { kind: 'stopping' };
    clearTimeout(this.restart);
    this.settle();
    if (!this.run) return;
    this.endProcess(this.run, this.bounds.endTime);
    await this.run.isOver;
  }

  private startProcess(site: Site): void {
    this.launches += 1;
    const { settings, launch } = this.options;
    let onOver: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => {
      onOver = resolve;
    });
    const process = launch({
      onMessage: (message) => {
        this.receive(run, site, message);
      },
      onEnd: (how) => {
        this.processEnded(run, site, how);
        onOver();
      },
    });
    const run: Run = { process, isOver, missed: 0 };
    this.run = run;
    const localUrl = `http://${settings.host}:${site.port}${site.prefix}`;
    const { siteDir, prefix } = site;
    const { socketPath } = this;
    const mqttPorts = { ...settings.mqttPorts, ...this.mqttPorts };
    process.send({
      type: 'start',
      settings: { ...settings, mqttPorts, siteDir, prefix, socketPath, localUrl },
    });
    this.watch = setTimeout(() => {
      this.kill(run, `it was not ready within ${inSeconds(this.bounds.startTime)}`);
    }, this.bounds.startTime);
  }

  private receive(run: Run, site: Site, message: FromProcess): void {
    switch (message.type) {
      case 'ready':
        run.readyAt = Date.now();
        this.mqttPorts = message.mqttPorts;
        this.lastObstacle = undefined;
        clearTimeout(this.watch);
        if (this.current.kind === 'stopping') return;
        this.current = { kind: 'ready' };
        site.log.info({ mqttPorts: message.mqttPorts }, 'The sandbox is ready');
        this.settle();
        this.beat(run);
        break;
      case 'unusable':
        run.obstacle = message;
        break;
      case 'pong':
        run.missed = 0;
        if (this.current.kind === 'stalled') this.current = { kind: 'ready' };
        this.lastReport = message.report;
        this.checkMemory(run, message.report);
        break;
      case 'hungUp':
        run.onHungUp?.();
        break;
      case 'log':
        writeLine(site.log, message.line);
    }
  }

  /** Asks the process for a sign of life, again and again. Counted are heartbeats, not time: this process may have slept too. */
  private beat(run: Run): void {
    const { heartbeat, missedHeartbeats } = this.bounds;
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
      this.beat(run);
    }, heartbeat);
  }

  private checkMemory(run: Run, { residentBytes }: ProcessReport): void {
    const { memoryBytes } = this.options.settings;
    if (residentBytes <= memoryBytes || run.cause !== undefined) return;
    run.cause = `it takes ${residentBytes} bytes of memory, and may take ${memoryBytes}`;
    if (this.current.kind !== 'stopping') {
      this.current = { kind: 'restarting', startsAt: Date.now() };
    }
    this.endProcess(run, this.bounds.goodbyeTime);
  }

  /** Lets a process end by itself, for so many milliseconds. */
  private endProcess(run: Run, time: number): void {
    clearTimeout(this.watch);
    run.process.send({ type: 'stop' });
    this.watch = setTimeout(() => {
      run.process.kill();
    }, time);
  }

  private kill(run: Run, cause: string): void {
    run.cause ??= cause;
    run.process.kill();
  }

  private processEnded(run: Run, site: Site, how: string): void {
    clearTimeout(this.watch);
    this.run = undefined;
    this.lastReport = undefined;
    run.onHungUp?.();
    if (this.current.kind === 'stopping') return;
    const wait = this.nextWait(run);
    const startsAt = Date.now() + wait;
    if (run.obstacle) {
      this.current = { kind: 'unusable', reason: run.obstacle.reason, startsAt };
      // Said once, however often it is tried again.
      if (run.obstacle.message !== this.lastObstacle) site.log.warn(run.obstacle.message);
      this.lastObstacle = run.obstacle.message;
    } else {
      this.current = { kind: 'restarting', startsAt };
      const why = run.cause === undefined ? '' : `: ${run.cause}`;
      site.log.warn(
        `The sandbox's process ended (${how})${why}. It starts again in ${inSeconds(wait)}.`,
      );
    }
    this.restart = setTimeout(() => {
      this.startProcess(site);
    }, wait);
    this.settle();
  }

  /** How long to wait before the next start, in milliseconds. */
  private nextWait({ readyAt = Infinity, obstacle }: Run): number {
    const { backoff, unusableBackoff, stableTime } = this.bounds;
    if (Date.now() - readyAt >= stableTime) this.failures = 0;
    this.failures += 1;
    const { first, longest } = obstacle ? unusableBackoff : backoff;
    return Math.min(longest, first * 2 ** (this.failures - 1));
  }
}

/** Writes a line of the process's log, as JSON, into the server's own. */
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
