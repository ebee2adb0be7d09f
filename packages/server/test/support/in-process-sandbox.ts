import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxMount } from '../../src/plugins/sandbox.ts';
import { createSocketFolder } from '../../src/sandbox/launch.ts';
import { serveSandbox, type ServedSandbox, type ServeOptions } from '../../src/sandbox/serve.ts';
import { writeLine } from '../../src/sandbox/supervisor.ts';
import type { SandboxState, SandboxUpstream, ServerInfo } from '../../src/sandbox/process.ts';

/** Load limits for a server whose process also runs a test and a sandbox. */
export const anyLoad = { eventLoopDelay: Infinity };

type Options = Partial<Pick<ServeOptions, 'mqttPorts' | 'clientKey'>>;

/**
 * A sandbox in the process of a test, with a new store. The server forwards to it through a socket, as to a separate process.
 * It has no MQTT ports by default, and stops with the server.
 */
export class InProcessSandbox implements SandboxUpstream {
  readonly restarts = 0;
  readonly report = undefined;
  readonly socketPath: string;
  private readonly folder = createSocketFolder();
  private served: Promise<ServedSandbox> | undefined;
  readonly settled: Promise<void>;
  private settle: () => void = () => undefined;
  /** A test may change it. */
  state: SandboxState = { kind: 'starting' };

  constructor(private readonly options: Options = {}) {
    this.socketPath = this.folder.socketPath;
    this.settled = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  /** Resolves when it accepts requests. Call it once the server listens. */
  async ready(): Promise<void> {
    if (!this.served) throw new Error('start the server first');
    await this.served;
  }

  start(server: ServerInfo): void {
    this.served = this.serve(server);
  }

  async disconnectClients(): Promise<void> {
    await (await this.served)?.disconnectClients();
  }

  async stop(): Promise<void> {
    await (await this.served)?.close();
    this.folder.remove();
  }

  private async serve({ siteDir, prefix, port, log }: ServerInfo): Promise<ServedSandbox> {
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
    this.settle();
    const close = async () => {
      await served.close();
      await rm(dataDir, { recursive: true, force: true });
    };
    return { ...served, close };
  }
}

/** Returns server options with an in-process sandbox. */
export function inProcessSandbox(
  options: Options = {},
  mount: Omit<SandboxMount, 'upstream'> = {},
): SandboxMount & { readonly upstream: InProcessSandbox } {
  return { ...mount, upstream: new InProcessSandbox(options) };
}
