import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { Child } from '../processes/child.ts';
import { freePort } from '../processes/free-port.ts';
import { postgresBinaries, type PostgresBinaries } from './binaries.ts';
import { otherUser, type UserId } from './other-user.ts';

/** Settings of a server whose data nobody needs when the machine fails. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

const user = 'tests';

/** A PostgreSQL server of the tests' own, at a free port with its data in a temporary folder. */
export class PostgresServer {
  private server: Child | undefined;

  private constructor(
    private readonly binaries: PostgresBinaries,
    private readonly owner: UserId | undefined,
    private readonly folder: string,
    private readonly port: number,
    private readonly password: string,
  ) {}

  /**
   * Makes a cluster whose own order of text is that of a language, as on most servers, and starts it.
   * @throws Error that says why there is none
   */
  static async start(): Promise<PostgresServer> {
    const binaries = await postgresBinaries();
    if (!binaries) throw new Error('no PostgreSQL in npm for this machine, and none is installed');
    const owner = otherUser();
    const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-postgres-'));
    const password = randomBytes(16).toString('hex');
    const secret = path.join(folder, 'password');
    writeFileSync(secret, password);
    if (owner) for (const own of [folder, secret]) chownSync(own, owner.uid, owner.gid);
    const args = ['--pgdata', path.join(folder, 'data'), '--username', user];
    args.push('--auth', 'password', '--pwfile', secret, '--encoding', 'UTF8', '--no-sync');
    args.push('--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'en-US');
    await promisify(execFile)(binaries.initdb, args, { ...owner });
    const server = new PostgresServer(binaries, owner, folder, await freePort(), password);
    await server.resume();
    return server;
  }

  /** Connection URL of a database. */
  url(database = 'postgres'): string {
    return `postgres://${user}:${this.password}@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts the server again after `halt`, at the same port. */
  async resume(): Promise<void> {
    const flags = { ...settings, port: String(this.port) };
    const args = ['-D', path.join(this.folder, 'data')];
    for (const [name, value] of Object.entries(flags)) args.push('-c', `${name}=${value}`);
    this.server = new Child(this.binaries.postgres, args, {
      ...this.owner,
      env: { ...process.env, LC_ALL: 'C' },
    });
    await this.server.line(/database system is ready to accept connections/);
  }

  /** Ends the server at once, and every connection with it; its data stays. */
  async halt(): Promise<void> {
    // PostgreSQL's "fast shutdown".
    await this.server?.stop('SIGINT');
  }

  /** Runs one statement in the database `postgres`. */
  async run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url() });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Ends the server and removes its data. */
  async remove(): Promise<void> {
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
