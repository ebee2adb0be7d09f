import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { valueStoreHandlers } from '../../src/core/value-store/index.ts';
import { TestSandbox } from '../support/sandbox.ts';
import { isOnPostgres } from '../support/test-store.ts';

describe('text in the store', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await TestSandbox.open(valueStoreHandlers);
    await sandbox.project('p');
  });
  afterEach(() => sandbox.close());

  it('is sorted by code points, whatever the language of the server', async () => {
    const keys = ['_', 'B', 'a', 'Z', '-a', '1', '10', '2', 'é', 'e', 'Ω', '😀', 'ﬀ'];
    const namespace = { scope: 'global', id: 'n' };
    for (const key of keys) {
      const body = { namespace, key, value: 1, type: 'float' };
      await sandbox.request('p', 'platform/valuestore-create-value', body);
    }
    const { data } = await sandbox.request('p', 'platform/valuestore-scan', {
      filter: { namespace: { scope: 'global' } },
      orderby: 'key',
      order: 'asc',
      limit: 100,
      offset: 0,
    });
    const byCodePoints = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    const sorted = (data as { key: string }[]).map(({ key }) => key);
    expect(sorted).toEqual([...keys].sort(byCodePoints));
  });

  it.runIf(isOnPostgres())('is compared byte by byte in every column', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = current_schema() and data_type = 'text'
      and collation_name is distinct from 'C'
    `.execute(sandbox.db);
    expect(rows).toEqual([]);
  });
});
