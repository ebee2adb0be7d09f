import type { MqttPorts } from '@anedya-docs/sandbox/service';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromProcess, ProcessReport, ToProcess } from '../../src/sandbox/process.ts';
import { Supervisor, type ProcessListener } from '../../src/sandbox/supervisor.ts';

const limits = {
  startTime: 60_000,
  heartbeat: 2_000,
  missedHeartbeats: 5,
  backoff: { first: 500, longest: 4_000 },
  unusableBackoff: { first: 30_000, longest: 60_000 },
  stableTime: 60_000,
  disconnectTime: 2_000,
  exitTime: 8_000,
};

const settings = {
  dataDir: '/data',
  host: 'localhost',
  mqttPorts: {},
  memoryBytes: 1000,
};

const report = (residentBytes: number): ProcessReport => ({
  residentBytes,
  heapUsedBytes: 1,
  eventLoopDelay: { p99: 0.01, max: 0.02 },
});

/** A process that a test controls. */
class FakeProcess {
  readonly pid = 1;
  readonly received: ToProcess[] = [];
  isKilled = false;

  constructor(private readonly listener: ProcessListener) {}

  send(message: ToProcess): void {
    this.received.push(message);
  }

  kill(): void {
    this.isKilled = true;
    this.end('signal SIGKILL');
  }

  tell(message: FromProcess): void {
    this.listener.onMessage(message);
  }

  ready(mqttPorts: MqttPorts = {}): void {
    this.tell({ type: 'ready', mqttPorts });
  }

  /** Responds to heartbeats for a number of milliseconds. */
  live(time: number, bytes = 1): void {
    for (let passed = 0; passed < time; passed += limits.heartbeat) {
      this.tell({ type: 'pong', report: report(bytes) });
      vi.advanceTimersByTime(limits.heartbeat);
    }
  }

  end(how: string): void {
    this.listener.onEnd(how);
  }

  /** How many messages of a type it received. */
  count(type: ToProcess['type']): number {
    return this.received.filter((message) => message.type === type).length;
  }
}

function supervise({ isLaunchedEarly = false } = {}) {
  const processes: FakeProcess[] = [];
  const lines: { msg: string; level: number; process?: string }[] = [];
  const supervisor = new Supervisor({
    settings,
    socketPath: '/tmp/x/sandbox.sock',
    limits,
    launch: (listener) => {
      const made = new FakeProcess(listener);
      processes.push(made);
      return made;
    },
  });
  const logStream = {
    write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
  };
  const { log } = Fastify({ logger: { level: 'info', stream: logStream } });
  const start = () => {
    supervisor.start({ siteDir: '/site', prefix: '/docs/sandbox', port: 3000, log });
  };
  if (isLaunchedEarly) supervisor.launch();
  else start();
  const current = () => {
    const last = processes.at(-1);
    if (!last) throw new Error('no process was started');
    return last;
  };
  return { supervisor, processes, current, lines, start };
}

/** Returns the delay before the next start, in milliseconds. */
function waitAfterEnd({ current, processes }: ReturnType<typeof supervise>): number {
  const before = processes.length;
  const start = Date.now();
  current().end('exit code 1');
  vi.advanceTimersToNextTimer();
  expect(processes.length).toBe(before + 1);
  return Date.now() - start;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the start', () => {
  it('tells the process where to serve, and settles once it is ready', async () => {
    const { supervisor, current } = supervise();
    expect(supervisor.state).toEqual({ kind: 'starting' });
    expect(current().received).toEqual([
      {
        type: 'start',
        settings: {
          ...settings,
          siteDir: '/site',
          prefix: '/docs/sandbox',
          socketPath: '/tmp/x/sandbox.sock',
          localUrl: 'http://localhost:3000/docs/sandbox',
        },
      },
    ]);
    current().ready();
    await supervisor.settled;
    expect(supervisor.state).toEqual({ kind: 'ready' });
    expect(supervisor.restarts).toBe(0);
  });

  it('uses the process that was launched before the server listened', () => {
    const { supervisor, processes, current, start } = supervise({ isLaunchedEarly: true });
    expect(current().received).toEqual([]);
    start();
    expect(processes).toHaveLength(1);
    expect(current().count('start')).toBe(1);
    current().ready();
    expect(supervisor.state).toEqual({ kind: 'ready' });
  });

  it('replaces a process that exited before the server listened', () => {
    const { supervisor, processes, current, start } = supervise({ isLaunchedEarly: true });
    current().end('exit code 1');
    start();
    expect(processes).toHaveLength(2);
    expect(current().count('start')).toBe(1);
    expect(supervisor.restarts).toBe(0);
  });

  it('times out', () => {
    const { supervisor, current, lines } = supervise();
    vi.advanceTimersByTime(limits.startTime);
    expect(current().isKilled).toBe(true);
    expect(supervisor.state.kind).toBe('restarting');
    expect(lines.at(-1)?.msg).toContain('it was not ready within 60 s');
  });
});

describe('a process that exits', () => {
  it('is restarted with exponential backoff up to a limit', () => {
    const watched = supervise();
    expect([1, 2, 3, 4, 5].map(() => waitAfterEnd(watched))).toEqual([500, 1000, 2000, 4000, 4000]);
    expect(watched.supervisor.restarts).toBe(5);
  });

  it('is restarted soon after a long time of service', () => {
    const watched = supervise();
    expect(waitAfterEnd(watched)).toBe(500);
    expect(waitAfterEnd(watched)).toBe(1000);
    watched.current().ready();
    watched.current().live(limits.stableTime);
    expect(waitAfterEnd(watched)).toBe(500);
  });

  it('passes its MQTT ports to the next one, so that devices can reconnect', () => {
    const { current } = supervise();
    current().ready({ tcp: 40_001, tls: 40_002 });
    current().end('signal SIGKILL');
    vi.advanceTimersByTime(500);
    expect(current().received).toMatchObject([
      { type: 'start', settings: { mqttPorts: { tcp: 40_001, tls: 40_002 } } },
    ]);
  });

  it('is logged with the name of the process', () => {
    const { supervisor, current, lines } = supervise();
    current().ready();
    current().end('signal SIGKILL');
    expect(supervisor.state).toEqual({ kind: 'restarting', startsAt: Date.now() + 500 });
    expect(lines.at(-1)).toMatchObject({
      level: 40,
      process: 'sandbox',
      msg: 'The sandbox process exited (signal SIGKILL). It restarts in 0.5 s.',
    });
  });
});

describe('a process that hangs', () => {
  it('gets no requests, and is killed and restarted', () => {
    const { supervisor, current, processes, lines } = supervise();
    current().ready();
    current().live(20_000);
    expect(supervisor.state.kind).toBe('ready');
    vi.advanceTimersByTime(3 * limits.heartbeat);
    expect(supervisor.state.kind).toBe('stalled');
    expect(current().isKilled).toBe(false);
    vi.advanceTimersByTime(2 * limits.heartbeat);
    expect(current().isKilled).toBe(true);
    expect(lines.at(-1)?.msg).toContain('it did not respond for 10 s');
    vi.advanceTimersByTime(500);
    expect(processes.length).toBe(2);
  });

  it('gets requests again when it responds in time', () => {
    const { supervisor, current } = supervise();
    current().ready();
    vi.advanceTimersByTime(3 * limits.heartbeat);
    expect(supervisor.state.kind).toBe('stalled');
    current().live(20_000);
    expect(supervisor.state.kind).toBe('ready');
    expect(current().isKilled).toBe(false);
  });
});

describe('a process that uses too much memory', () => {
  it('is asked to exit, and is killed when it does not', () => {
    const { supervisor, current, lines } = supervise();
    current().ready();
    current().tell({ type: 'pong', report: report(1000) });
    expect(supervisor.state.kind).toBe('ready');
    current().tell({ type: 'pong', report: report(1001) });
    expect(supervisor.state.kind).toBe('restarting');
    expect(current().count('stop')).toBe(1);
    vi.advanceTimersByTime(limits.disconnectTime);
    expect(current().isKilled).toBe(true);
    expect(lines.at(-1)?.msg).toContain(
      'it uses 1001 bytes of memory, more than its limit of 1000',
    );
  });
});

describe('a process that cannot start', () => {
  it('is restarted after long delays, and its reason is logged once', async () => {
    const watched = supervise();
    const message = 'The file /data/sandbox.db is damaged: move it away';
    const waits = [1, 2, 3].map(() => {
      watched.current().tell({ type: 'unusable', message, reason: 'No store.' });
      return waitAfterEnd(watched);
    });
    expect(waits).toEqual([30_000, 60_000, 60_000]);
    expect(watched.lines.filter(({ msg }) => msg === message)).toHaveLength(1);
    await watched.supervisor.settled;
  });

  it('gives users the reason without a path', () => {
    const { supervisor, current } = supervise();
    const reason = 'The sandbox cannot use its store.';
    current().tell({ type: 'unusable', message: '/data/sandbox.db', reason });
    current().end('exit code 0');
    expect(supervisor.state).toEqual({ kind: 'unusable', reason, startsAt: Date.now() + 30_000 });
  });
});

describe('shutdown', () => {
  it('waits until MQTT clients are disconnected, then for the process', async () => {
    const { supervisor, current, processes } = supervise();
    current().ready();
    const disconnected = supervisor.disconnectClients();
    expect(current().count('disconnect')).toBe(1);
    expect(supervisor.state.kind).toBe('stopping');
    current().tell({ type: 'disconnected' });
    await disconnected;
    const stopped = supervisor.stop();
    expect(current().count('stop')).toBe(1);
    current().end('exit code 0');
    await stopped;
    vi.advanceTimersByTime(600_000);
    expect(processes.length).toBe(1);
  });

  it('times out when the process neither disconnects clients nor exits', async () => {
    const { supervisor, current } = supervise();
    current().ready();
    const disconnected = supervisor.disconnectClients();
    vi.advanceTimersByTime(limits.disconnectTime);
    await disconnected;
    const stopped = supervisor.stop();
    vi.advanceTimersByTime(limits.exitTime);
    await stopped;
    expect(current().isKilled).toBe(true);
  });

  it('times out when the process becomes ready after it was asked to exit', async () => {
    const { supervisor, current } = supervise();
    await supervisor.disconnectClients();
    const stopped = supervisor.stop();
    current().ready();
    vi.advanceTimersByTime(limits.exitTime);
    expect(current().isKilled).toBe(true);
    await stopped;
  });

  it('does not kill a process that starts before it is asked to exit', async () => {
    const { supervisor, current } = supervise();
    await supervisor.disconnectClients();
    vi.advanceTimersByTime(limits.startTime);
    expect(current().isKilled).toBe(false);
  });

  it('cancels a pending restart', async () => {
    const { supervisor, current, processes } = supervise();
    current().end('exit code 1');
    await supervisor.disconnectClients();
    await supervisor.stop();
    vi.advanceTimersByTime(600_000);
    expect(processes.length).toBe(1);
  });
});

it('writes log lines of the process to the server log', () => {
  const { current, lines } = supervise();
  const line = JSON.stringify({
    level: 50,
    pid: 1,
    error: 'TypeError',
    msg: 'Sandbox request failed',
  });
  current().tell({ type: 'log', line });
  expect(lines.at(-1)).toMatchObject({
    level: 50,
    process: 'sandbox',
    error: 'TypeError',
    msg: 'Sandbox request failed',
  });
});
