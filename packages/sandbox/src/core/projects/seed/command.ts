import type { SeedContext } from './context.ts';

const day = 86_400_000;

/** A command that waits for the demo device. */
export async function seedCommand(
  { tx, projectId, ids, now }: SeedContext,
  nodeId: string,
): Promise<void> {
  await tx
    .insertInto('commands')
    .values({
      project_id: projectId,
      id: ids.uuid(),
      node_id: nodeId,
      status: 'pending',
      command: 'set-led',
      data: 'on',
      data_type: 'string',
      ack_data: null,
      ack_data_type: null,
      issued: now,
      updated: now,
      expires: now + day,
    })
    .execute();
}
