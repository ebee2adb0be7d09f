import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { AssetPartTable } from '../../store/tables/ota.ts';

type Where = Partial<Pick<AssetPartTable, 'project_id' | 'asset_id' | 'part'>>;

/** Uploaded bytes in store, of assets that are not complete as well. */
export async function storedBytes(tx: Kysely<Database>, where: Where): Promise<number> {
  const { size } = await tx
    .selectFrom('asset_parts')
    .select(({ fn }) => fn.sum<number | string | null>('size').as('size'))
    .where((eb) => eb.and(where))
    .executeTakeFirstOrThrow();
  return Number(size ?? 0);
}
