import type { SeedContext } from './context.ts';

/** Settings of the demo device, and one that all nodes share. */
export async function seedValues(
  { tx, projectId, now }: SeedContext,
  nodeId: string,
): Promise<void> {
  const ofNode = { scope: 'node', namespace: nodeId, node_id: nodeId };
  const ofAll = { scope: 'global', namespace: 'MODEL_X_v2', node_id: null };
  const common = { project_id: projectId, created: now, modified: now };
  await tx
    .insertInto('value_store')
    .values([
      { ...common, ...ofNode, key: 'push-interval', type: 'float', value: '30', size: 8 },
      { ...common, ...ofNode, key: 'label', type: 'string', value: '"north bay"', size: 9 },
      { ...common, ...ofAll, key: 'push-interval', type: 'float', value: '60', size: 8 },
    ])
    .execute();
}
