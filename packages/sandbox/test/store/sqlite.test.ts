import { sql } from 'kysely';
import Libsql from 'libsql';
import { expect, it } from 'vitest';
import { openSqlite } from '../../src/store/open.ts';
import { withCachedStatements } from '../../src/store/sqlite-dialect.ts';

it('keeps statements, but none as long as those of long lists, which come in too many lengths', () => {
  const database = withCachedStatements(new Libsql(':memory:'));
  const isKept = (text: string) => database.prepare(text) === database.prepare(text);
  expect(['select 1', `select '${'x'.repeat(10_000)}'`].map(isKept)).toEqual([true, false]);
  database.close();
});

it('rejects a transaction that is open when the database is closed', async () => {
  const db = openSqlite(':memory:');
  const transaction = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    await db.destroy();
    await sql`select 1`.execute(tx);
  });
  await expect(transaction).rejects.toThrow('The database connection is not open');
});
