import { newNodeKey } from '../../nodes/keys.ts';
import type { SeedContext } from './context.ts';

const demo = { name: 'greenhouse-1', description: 'Demo device. Its data is made up.' };
const spare = { name: 'greenhouse-2', description: 'No device yet: bind one, or authorize it.' };

/**
 * A node whose device is bound and in contact, and one that waits for its device.
 * @returns id of the first
 */
export async function seedNodes({ tx, projectId, ids, now }: SeedContext): Promise<string> {
  const row = (node: typeof demo, deviceId: string | null) => ({
    project_id: projectId,
    id: ids.uuid(),
    ...node,
    device_id: deviceId,
    is_bound: deviceId === null ? 0 : 1,
    suspended: 0,
    connection_key: newNodeKey(ids),
    binding_secret: newNodeKey(ids),
    created: now,
    modified: now,
    last_heartbeat: deviceId === null ? null : now,
  });
  const bound = row(demo, ids.uuid());
  await tx
    .insertInto('nodes')
    .values([bound, row(spare, null)])
    .execute();
  await tx
    .insertInto('node_tags')
    .values([
      { project_id: projectId, node_id: bound.id, key: 'model', value: 'mk1' },
      { project_id: projectId, node_id: bound.id, key: 'location', value: 'north' },
    ])
    .execute();
  return bound.id;
}
