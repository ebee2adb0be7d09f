import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child } from './processes/child.ts';
import { findProgram } from './processes/find-program.ts';
import { freePort } from './processes/free-port.ts';

const program = findProgram('redis-server');

/** Why there is no Redis to test with; nothing when there is one. */
export const redisObstacle = program === undefined ? 'redis-server is not on PATH' : undefined;

/** A Redis of the tests' own that keeps nothing, at a port that stays its own while it is halted. */
export class RedisServer {
  private server: Child | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** Chooses a port and starts nothing yet. */
  static async prepare(): Promise<RedisServer> {
    return new RedisServer(mkdtempSync(path.join(tmpdir(), 'sandbox-redis-')), await freePort());
  }

  static async start(): Promise<RedisServer> {
    const server = await RedisServer.prepare();
    await server.resume();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async resume(): Promise<void> {
    const keepNothing = ['--save', '', '--appendonly', 'no', '--dir', this.folder];
    const place = ['--bind', '127.0.0.1', '--port', String(this.port)];
    this.server = new Child(program ?? 'redis-server', [...keepNothing, ...place]);
    await this.server.line(/Ready to accept connections/);
  }

  async halt(): Promise<void> {
    await this.server?.stop('SIGKILL');
  }

  async remove(): Promise<void> {
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
