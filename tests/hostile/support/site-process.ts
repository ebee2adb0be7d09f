import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, get, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child } from '../../../packages/sandbox/test/support/processes/child.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const main = path.join(root, 'packages/server/dist/main.js');

/** Address of the attacker: Linux accepts all of 127.0.0.0/8, so limits by address do not affect the reader. */
export const attacker = (index = 0) => `127.0.${1 + Math.floor(index / 250)}.${2 + (index % 250)}`;

export interface Project {
  readonly apiKey: string;
  readonly platformUrl: string;
  readonly deviceUrl: string;
  readonly broker: { readonly tcp: number; readonly tls: number; readonly webSocket: string };
  readonly nodes: readonly [
    { readonly nodeId: string; readonly deviceId: string; readonly connectionKey: string },
  ];
}

/** Resources of the processes of a server. */
export interface Usage {
  readonly descriptors: number;
  /** Resident memory of all processes together, in bytes. */
  readonly memory: number;
}

async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

async function usageOf(pid: number): Promise<Usage> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  return { descriptors: descriptors.length, memory: kilobytes * 1024 };
}

/** PostgreSQL server for the state of the sandbox, instead of a file. */
const database = process.env.HOSTILE_DATABASE_URL;

/** A server like that of `npm start`: the built site, with the sandbox in a separate process. */
export class SiteProcess {
  #projects = 0;

  private constructor(
    readonly child: Child,
    readonly port: number,
    private readonly dataDir: string,
  ) {}

  /** @param settings environment variables in addition to those that isolate it from other servers */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<SiteProcess> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'hostile-'));
    const child = new Child(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: '0',
        SITE_DIR: path.join(root, 'site/build'),
        SANDBOX_DATA_DIR: dataDir,
        SANDBOX_MQTT_PORT: '0',
        SANDBOX_MQTTS_PORT: '0',
        SANDBOX_WS_PORT: '0',
        LOG_LEVEL: 'error',
        ...(database !== undefined && { DATABASE_URL: database }),
        ...settings,
      },
    });
    const [, port] = await child.line(/Serving http:\/\/[^\s/]+:(\d+)\//);
    const server = new SiteProcess(child, Number(port), dataDir);
    await server.untilSandbox();
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The sandbox process, which the server supervises. */
  async sandboxPid(): Promise<number> {
    const [pid] = await childrenOf(this.child.pid);
    if (pid === undefined) throw new Error('the server has no process for the sandbox');
    return pid;
  }

  /** Resolves when the sandbox responds. */
  async untilSandbox(): Promise<void> {
    for (;;) {
      const response = await fetch(`${this.origin}/sandbox/`).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) return;
      if (response?.status === 404)
        throw new Error('the server has no sandbox: build the site again');
      if (!this.child.isRunning) throw new Error(this.child.lines.join('\n'));
      await nextTurn();
    }
  }

  /** Creates a project from a separate address, because each address may create only a few. */
  createProject(): Promise<Project> {
    this.#projects += 1;
    const localAddress = `127.1.${Math.floor(this.#projects / 250)}.${1 + (this.#projects % 250)}`;
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', localAddress, agent: false } as const;
      request(`${this.origin}/sandbox/projects`, options, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => (body += part));
        response.on('end', () => {
          if ((response.statusCode ?? 0) < 300) resolve(JSON.parse(body) as Project);
          else reject(new Error(`${response.statusCode} ${body}`));
        });
      })
        .on('error', reject)
        .end();
    });
  }

  async usage(): Promise<Usage> {
    const pids = [this.child.pid, ...(await childrenOf(this.child.pid))];
    const all = await Promise.all(pids.map(usageOf));
    return {
      descriptors: all.reduce((sum, { descriptors }) => sum + descriptors, 0),
      memory: all.reduce((sum, { memory }) => sum + memory, 0),
    };
  }

  async stop(): Promise<number | string> {
    const end = await this.child.stop();
    await rm(this.dataDir, { recursive: true, force: true });
    return end;
  }
}

/** Yields to the event loop and to other processes before an external state is checked again. */
export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 20));

/** A reader of the site who sends requests continuously, alternating between one connection and new ones. */
export class Reader {
  readonly failures: string[] = [];
  readonly #times: number[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #isReading = true;
  readonly #done: Promise<void>;

  constructor(private readonly origin: string) {
    this.#done = this.#read();
  }

  /** Resolves when the reader has received that many more responses. */
  async reads(count: number): Promise<void> {
    const enough = this.#times.length + count;
    while (this.#times.length < enough) await nextTurn();
  }

  /** @returns number of requests, and the 99th percentile of their times in milliseconds */
  async stop(): Promise<{ requests: number; p99: number }> {
    this.#isReading = false;
    await this.#done;
    this.#agent.destroy();
    const times = this.#times.sort((a, b) => a - b);
    return { requests: times.length, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
  }

  async #read(): Promise<void> {
    for (let turn = 0; this.#isReading; turn += 1) {
      const target = turn % 2 === 0 ? '/healthz' : '/';
      const start = performance.now();
      const failure = await this.#ask(target, turn % 4 < 2 ? this.#agent : undefined);
      this.#times.push(performance.now() - start);
      if (failure !== undefined) this.failures.push(`${target}: ${failure}`);
      await nextTurn();
    }
  }

  #ask(target: string, agent: Agent | undefined): Promise<string | undefined> {
    return new Promise((resolve) => {
      const asked = get(
        this.origin + target,
        { agent: agent ?? false, timeout: 20_000 },
        (response) => {
          response.resume().on('end', () => {
            resolve(response.statusCode === 200 ? undefined : `status ${response.statusCode}`);
          });
        },
      );
      asked.on('timeout', () => asked.destroy(new Error('no response in 20 s')));
      asked.on('error', ({ message }) => resolve(message));
    });
  }
}
