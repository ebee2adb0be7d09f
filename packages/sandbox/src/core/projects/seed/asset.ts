import { toHex } from '../../auth/hash.ts';
import type { SeedContext } from '../surroundings.ts';

/** A file that can be deployed as it is. */
export async function seedAsset(context: SeedContext): Promise<void> {
  const { tx, projectId, ids, sha256, now } = context;
  const bytes = new TextEncoder().encode('Demo firmware of the sandbox. It does nothing.\n');
  const checksum = toHex(sha256(bytes));
  const assetId = ids.uuid();
  await tx
    .insertInto('assets')
    .values({
      ...{ project_id: projectId, id: assetId, status: 'deployable', parts: 1 },
      ...{ identifier: 'main-firmware', version: '1.0.0', description: 'Demo file' },
      ...{ is_signed: 0, signature: '', checksum, meta: '{"model":"mk1"}' },
      ...{ size: bytes.length, etags: '{}', created: now, completed: now, joining: null },
    })
    .execute();
  await tx
    .insertInto('asset_parts')
    .values({
      ...{ project_id: projectId, asset_id: assetId, part: 1 },
      ...{ size: bytes.length, etag: checksum, bytes },
    })
    .execute();
}
