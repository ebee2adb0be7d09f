import Libsql from 'libsql';
import { expect, it } from 'vitest';
import { withCachedStatements } from '../../src/store/sqlite.ts';

it('keeps statements, but none as long as those of long lists, which come in too many lengths', () => {
  const database = withCachedStatements(new Libsql(':memory:'));
  const isKept = (sql: string) => database.prepare(sql) === database.prepare(sql);
  expect(['select 1', `select '${'x'.repeat(10_000)}'`].map(isKept)).toEqual([true, false]);
  database.close();
});
