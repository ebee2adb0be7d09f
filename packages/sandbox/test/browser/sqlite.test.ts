import sqlite from '@sqlite.org/sqlite-wasm';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { openSavedStore, type SavedFile } from '../../src/browser/saved-file.ts';
import { openMemoryStore } from '../../src/browser/sqlite.ts';

const sqlite3 = await sqlite();

const project = { id: 'p', api_key_hash: 'h', created: 1, last_used: 2 };

it('restores what was saved, and the restored store can grow', async () => {
  const { db, save } = await openMemoryStore(sqlite3);
  await db.insertInto('projects').values(project).execute();
  const content = await save();
  await db.destroy();
  const { db: restored } = await openMemoryStore(sqlite3, content);
  expect(await restored.selectFrom('projects').selectAll().execute()).toMatchObject([project]);
  const value = 'x'.repeat(1_000_000);
  await restored.insertInto('server_secrets').values({ name: 'large', value }).execute();
  const read = restored.selectFrom('server_secrets').select('value');
  expect(await read.execute()).toEqual([{ value }]);
  await restored.destroy();
});

it('rejects content that is no database', async () => {
  const content = new TextEncoder().encode('no database'.repeat(1000));
  await expect(openMemoryStore(sqlite3, content)).rejects.toThrow('SQLITE_NOTADB');
});

/** A saved file in memory: the current content, and that that was set aside. */
function savedFileOf(content: Uint8Array) {
  const kept = {
    current: content as Uint8Array | undefined,
    aside: undefined as typeof content | undefined,
  };
  const file: SavedFile = {
    load: () => Promise.resolve(kept.current),
    save: (next) => Promise.resolve(void (kept.current = next)),
    setAside: (former) =>
      Promise.resolve(void Object.assign(kept, { current: undefined, aside: former })),
  };
  return { kept, file };
}

it('starts empty after damage, and sets the content aside', async () => {
  const content = new TextEncoder().encode('no database'.repeat(1000));
  const { kept, file } = savedFileOf(content);
  const { db } = await openSavedStore(sqlite3, file);
  expect(await db.selectFrom('projects').selectAll().execute()).toEqual([]);
  expect(kept).toEqual({ current: undefined, aside: content });
  await db.destroy();
});

it('leaves the content unchanged when there is no memory for it now', async () => {
  const { db, save } = await openMemoryStore(sqlite3);
  await db.insertInto('projects').values(project).execute();
  const content = await save();
  await db.destroy();
  const { kept, file } = savedFileOf(content);
  const alloc = vi.spyOn(sqlite3.wasm, 'allocFromTypedArray').mockImplementationOnce(() => {
    throw new sqlite3.WasmAllocError('no memory');
  });
  await expect(openSavedStore(sqlite3, file)).rejects.toMatchObject({ reason: 'store' });
  expect(kept).toEqual({ current: content, aside: undefined });
  alloc.mockRestore();
  const { db: later } = await openSavedStore(sqlite3, file);
  expect(await later.selectFrom('projects').selectAll().execute()).toMatchObject([project]);
  await later.destroy();
});

it('leaves the content of a newer version unchanged', async () => {
  const { db, save } = await openMemoryStore(sqlite3);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '')`.execute(db);
  const content = await save();
  await db.destroy();
  const { kept, file } = savedFileOf(content);
  await expect(openSavedStore(sqlite3, file)).rejects.toMatchObject({ reason: 'newer' });
  expect(kept).toEqual({ current: content, aside: undefined });
});

it('names result codes, and reads and writes numbers as libsql does', async () => {
  const { db } = await openMemoryStore(sqlite3);
  await db.insertInto('projects').values(project).execute();
  await expect(db.insertInto('projects').values(project).execute()).rejects.toMatchObject({
    code: 'SQLITE_CONSTRAINT_UNIQUE',
  });
  const large = 2 ** 60;
  const query = sql`select ${large} as large, ${0.1} as fraction, typeof(${large}) as type`;
  const { rows } = await query.execute(db);
  expect(rows).toEqual([{ large, fraction: 0.1, type: 'real' }]);
  await db.destroy();
});
