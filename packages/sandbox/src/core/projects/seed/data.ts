import type { SeedContext } from './context.ts';
import { demoSamples } from './points.ts';

/** One variable of each type. */
const variables = [
  { variable: 'temperature', name: 'Room temperature', type: 'float', description: 'degC' },
  { variable: 'position', name: 'Position', type: 'geo', description: '' },
  { variable: 'door_state', name: 'Door', type: 'status', description: 'open or closed' },
] as const;

/** Variables of the three types, and a day of the demo device's values. */
export async function seedData(context: SeedContext, nodeId: string): Promise<void> {
  const { tx, projectId, ids, now } = context;
  await tx
    .insertInto('variables')
    .values(
      variables.map((variable) => ({
        project_id: projectId,
        id: ids.uuid(),
        ...variable,
        ttl: 0,
        created: now,
      })),
    )
    .execute();
  const samples = demoSamples(now);
  await tx
    .insertInto('points')
    .values(samples.map((sample) => ({ project_id: projectId, node_id: nodeId, ...sample })))
    .execute();
  await tx
    .insertInto('point_counts')
    .values({ project_id: projectId, points: samples.length })
    .execute();
  const lines = ['booted', 'connected'].map((line, index) => ({
    project_id: projectId,
    node_id: nodeId,
    id: ids.uuid(),
    timestamp: now - 60_000 + index * 1000,
    body: JSON.stringify(line),
  }));
  await tx.insertInto('logs').values(lines).execute();
}
