import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rmdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodePlatform } from '../../src/node-platform.ts';
import { openSandbox } from '../../src/sandbox.ts';
import { openService } from '../../src/serve/service.ts';
import { openDataFolder } from '../../src/store/data-folder.ts';
import { openStore } from '../../src/store/open.ts';
import { StoreUnavailableError } from '../../src/store/database.ts';
import { apiDocuments } from '../support/api-documents.ts';
import { dataFolder, removeFolder } from './stores.ts';

function newFolder(): string {
  const folder = dataFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** A database as a sandbox leaves it. */
async function usedFile(): Promise<string> {
  const file = path.join(newFolder(), 'sandbox.db');
  const db = await openStore({ file });
  await db.destroy();
  return file;
}

async function failure(work: () => unknown): Promise<StoreUnavailableError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StoreUnavailableError) return error;
    throw error;
  }
  throw new Error('the store was opened');
}

describe('a database file that cannot be used', () => {
  const cases: readonly [string, (file: string) => void, RegExp][] = [
    ['is no database', (file) => writeFileSync(file, 'text '.repeat(5000)), /is not a database/],
    ['lacks its end', (file) => truncateSync(file, statSync(file).size / 2), /is damaged/],
    [
      'has a damaged page',
      (file) => {
        writeFileSync(file, readFileSync(file).fill('x', 4096, 3 * 4096));
      },
      /is damaged/,
    ],
    [
      'was written by a newer version',
      (file) => {
        const database = new Libsql(file);
        database.exec("insert into kysely_migration values ('9999-later', '2026-01-01')");
        database.close();
      },
      /newer version .*"9999-later"/,
    ],
  ];

  it.each(cases)('%s: the error names it and what to do', async (_what, damage, reason) => {
    const file = await usedFile();
    damage(file);
    const { message } = await failure(() => openStore({ file }));
    expect(message).toMatch(reason);
    expect(message).toContain('SANDBOX_DATA_DIR');
  });

  it('is a folder', async () => {
    const file = path.join(newFolder(), 'sandbox.db');
    mkdirSync(file);
    const { message } = await failure(() => openStore({ file }));
    expect(message).toContain(`${file}: it is a folder (EISDIR)`);
  });

  it('belongs to another program', async () => {
    const file = path.join(newFolder(), 'sandbox.db');
    const database = new Libsql(file);
    database.exec('create table projects (id text)');
    database.close();
    const { message } = await failure(() => openStore({ file }));
    expect(message).toContain(`${file} cannot be opened (table "projects" already exists)`);
  });

  it('can be opened once its damage is repaired', async () => {
    const file = await usedFile();
    const good = readFileSync(file);
    writeFileSync(file, 'text');
    await failure(() => openStore({ file }));
    writeFileSync(file, good);
    await (await openStore({ file })).destroy();
  });
});

describe('a database file that another sandbox uses', () => {
  it('is not opened, and the error names the folder and the process', async () => {
    const file = await usedFile();
    const first = await openStore({ file });
    const { message } = await failure(() => openStore({ file }));
    expect(message).toContain(`data folder ${path.dirname(file)} is in use by process`);
    expect(message).toContain(`process ${process.pid} (`);
    expect(message).toContain('SANDBOX_DATA_DIR');
    // The attempt has not taken the lock from the first.
    await failure(() => openStore({ file }));
    await sql`select count(*) from projects`.execute(first);
    await first.destroy();
    await (await openStore({ file })).destroy();
  });
});

describe('the files of a sandbox', () => {
  it('are readable by their owner alone, also those that were readable by others', async () => {
    const folder = path.join(newFolder(), 'a', 'b');
    openDataFolder(folder);
    const file = path.join(folder, 'sandbox.db');
    await (await openStore({ file })).destroy();
    for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o666);

    const db = await openStore({ file });
    await db.deleteFrom('projects').execute();
    const modes = readdirSync(folder).map((name) => [
      name,
      (statSync(path.join(folder, name)).mode & 0o777).toString(8),
    ]);
    await db.destroy();
    const names = ['', '-shm', '-wal', '.lock', '.lock.txt'].map((end) => `sandbox.db${end}`);
    expect(Object.fromEntries(modes)).toEqual(
      Object.fromEntries(names.map((name) => [name, '600'])),
    );
    for (const made of [folder, path.dirname(folder)]) {
      expect((statSync(made).mode & 0o777).toString(8)).toBe('700');
    }
  });
});

describe('a data folder that cannot be written', () => {
  it('lies below a file: the error names it and the setting', async () => {
    const file = path.join(newFolder(), 'file');
    writeFileSync(file, '');
    for (const folder of [file, path.join(file, 'data')]) {
      const { message } = await failure(() => openDataFolder(folder));
      expect(message).toContain(`data folder ${folder}: a part of the path is not a folder`);
      expect(message).toContain('SANDBOX_DATA_DIR');
    }
  });

  // Where `mkdir` with `recursive` does not return.
  it.runIf(existsSync('/proc/self'))('lies where no folder can be created', async () => {
    const { message } = await failure(() => openDataFolder('/proc/sandbox/data'));
    expect(message).toContain('data folder /proc/sandbox/data');
  });
});

describe('a database server that cannot be used', () => {
  it('is named with its setting and without the password', async () => {
    const databaseUrl = 'postgres://user:s3cret@127.0.0.1:1/docs';
    const { message } = await failure(() => openStore({ databaseUrl }));
    expect(message).toContain('DATABASE_URL (127.0.0.1:1, database "docs")');
    expect(message).toContain('no server is listening at this address (ECONNREFUSED)');
    expect(message).not.toContain('s3cret');
  });

  it.each(['s3cret', 'mysql://user:s3cret@127.0.0.1/docs', 'postgres://user:s3cret@:x/docs'])(
    'is no PostgreSQL server: %s',
    async (databaseUrl) => {
      const { message, cause } = await failure(() => openStore({ databaseUrl }));
      expect(message).toContain('DATABASE_URL is not the URL of a PostgreSQL server');
      expect([message, JSON.stringify(cause ?? '')].join()).not.toContain('s3cret');
    },
  );

  it.each([
    ['postgres://user:s3cret@127.0.0.1/docs?sslrootcert=/missing.pem', '/missing.pem'],
    ['postgres://user:%c3s3cret@127.0.0.1/docs', 'malformed'],
  ])('has a URL of which a part cannot be used: %s', async (databaseUrl, reason) => {
    const { message } = await failure(() => openStore({ databaseUrl }));
    expect(message).toContain('DATABASE_URL has a part that cannot be used');
    expect(message).toContain(reason);
    expect(message).not.toContain('s3cret');
  });
});

describe('a sandbox that cannot start', () => {
  const service = async (dataDir: string, redisUrl?: string) =>
    openService({
      documents: await apiDocuments(),
      dataDir,
      ...(redisUrl !== undefined && { redisUrl }),
      host: '127.0.0.1',
      mqttPorts: {},
      localUrl: () => '',
      warn: () => undefined,
    });

  it('leaves its file unlocked when the name of its process cannot be written', async () => {
    const file = await usedFile();
    rmSync(`${file}.lock.txt`);
    mkdirSync(`${file}.lock.txt`);
    const { message } = await failure(() => openStore({ file }));
    expect(message).toContain(`${file}.lock.txt: it is a folder (EISDIR)`);
    rmdirSync(`${file}.lock.txt`);
    await (await openStore({ file })).destroy();
  });

  it('names a lock file that is not one', async () => {
    const file = await usedFile();
    writeFileSync(`${file}.lock`, 'text '.repeat(500));
    const { message } = await failure(() => openStore({ file }));
    expect(message).toContain(`${file}.lock is not a database`);
  });

  it('closes its store when a later step fails', async () => {
    const file = await usedFile();
    const platform = {
      ...nodePlatform,
      openStore: () => openStore({ file }),
      openSnapshots: () => Promise.reject(new Error('no snapshots')),
    };
    const opening = openSandbox(platform, { documents: await apiDocuments() });
    await expect(opening).rejects.toThrow('no snapshots');
    await (await openStore({ file })).destroy();
  });

  it.each(['running', 'tls'])('closes its store when %s cannot be used', async (name) => {
    const folder = newFolder();
    const obstacle = path.join(folder, name);
    if (name === 'running') mkdirSync(obstacle);
    else writeFileSync(obstacle, '');
    const { message } = await failure(() => service(folder));
    expect(message).toContain(obstacle);
    rmSync(obstacle, { recursive: true });
    await (await service(folder)).close();
  });

  it('names the setting of a Redis server whose URL has no scheme', async () => {
    const { message } = await failure(() =>
      service(newFolder(), 'user:s3cret@redis.internal:6379'),
    );
    expect(message).toContain('REDIS_URL is not the URL of a Redis server');
    expect(message).not.toContain('s3cret');
  });
});
