import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxMount } from '../../src/plugins/sandbox.ts';
import { createSocketPlace } from '../../src/sandbox/launch.ts';
import { serveSandbox, type ServedSandbox, type ServeOptions } from '../../src/sandbox/serve.ts';
import { writeLine } from '../../src/sandbox/supervisor.ts';
import type { SandboxState, SandboxUpstream, Site } from '../../src/sandbox/upstream.ts';

/** Load of a server whose process does the work of a test and of a sandbox too. */
export const anyLoad = { eventLoopDelay: Infinity };

type Options = Partial<Pick<ServeOptions, 'mqttPorts' | 'clientKey'>>;

/**
 * A sandbox in the process of a test, over a new store: the server forwards to it through a socket as it does to a process.
 * It has no MQTT ports unless some are named, and ends with the server.
 */
export class InProcessSandbox implements SandboxUpstream {
  readonly restarts = 0;
  readonly report = undefined;
  readonly socketPath: string;
  private readonly place = createSocketPlace();
  private served: Promise<ServedSandbox> | undefined;
  /** A test may set another one. */
  state: SandboxState = { kind: 'starting' };

  constructor(private readonly options: Options = {}) {
    this.socketPath = this.place.socketPath;
  }

  /** Resolved when it takes requests, once the server listens. */
  async ready(): Promise<void> {
    if (!this.served) throw new Error('the server has to listen first');
    await this.served;
  }

  start(site: Site): void {
    this.served = this.serve(site);
  }

  async hangUp(): Promise<void> {
    await (await this.served)?.hangUp();
  }

  async stop(): Promise<void> {
    await (await this.served)?.close();
    this.place.remove();
  }

  private async serve({ siteDir, prefix, port, log }: Site): Promise<ServedSandbox> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
    const host = '127.0.0.1';
    const served = await serveSandbox({
      ...this.options,
      dataDir,
      host,
      siteDir,
      prefix,
      mqttPorts: this.options.mqttPorts ?? {},
      socketPath: this.socketPath,
      localUrl: `http://${host}:${port}${prefix}`,
      logStream: {
        write: (line) => {
          writeLine(log, line);
        },
      },
    });
    this.state = { kind: 'ready' };
    const close = async () => {
      await served.close();
      await rm(dataDir, { recursive: true, force: true });
    };
    return { ...served, close };
  }
}

/** Options of a server with such a sandbox, and what to wait for once it listens. */
export function inProcessSandbox(
  options: Options = {},
  mount: Omit<SandboxMount, 'upstream'> = {},
): SandboxMount & { readonly upstream: InProcessSandbox } {
  return { ...mount, upstream: new InProcessSandbox(options) };
}
