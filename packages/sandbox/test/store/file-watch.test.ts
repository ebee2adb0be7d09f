import { mkdtempSync, rmSync, statSync, truncateSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storeFailure } from '../../src/core/errors.ts';
import { inTransaction } from '../../src/core/transaction.ts';
import { StoreUnavailableError } from '../../src/store/database.ts';
import { openStore } from '../../src/store/open.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'store-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['truncated', (file: string) => truncateSync(file, 0)],
  ['removed', (file: string) => unlinkSync(file)],
])('nothing is acknowledged when the file is %s', async (_, damage) => {
  const file = path.join(folder, 'sandbox.db');
  const lost: string[] = [];
  const db = await openStore({ file }, (message) => lost.push(message));
  const write = (name: string) =>
    inTransaction(db, (tx) =>
      tx.insertInto('server_secrets').values({ name, value: '' }).execute(),
    );
  await write('a');
  await write('b');
  damage(file);
  const error: unknown = await write('c').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreUnavailableError);
  expect(storeFailure(error)).toMatchObject({ status: 503, reason: 'sandbox::storelost' });
  await expect(write('d')).rejects.toThrow(StoreUnavailableError);
  expect(lost).toEqual([expect.stringContaining(file)]);
  await db.destroy();
});

it('another program may write the log to the database, and empty it', async () => {
  const file = path.join(folder, 'sandbox.db');
  const db = await openStore({ file }, (message) => expect.fail(message));
  const write = (name: string) =>
    inTransaction(db, (tx) =>
      tx.insertInto('server_secrets').values({ name, value: '' }).execute(),
    );
  await write('a');
  const other = new Database(file);
  other.exec('pragma wal_checkpoint(truncate)');
  expect(statSync(`${file}-wal`).size).toBe(0);
  await write('b');
  expect(other.prepare('select name from server_secrets').all()).toEqual([
    { name: 'a' },
    { name: 'b' },
  ]);
  other.close();
  await db.destroy();
});
