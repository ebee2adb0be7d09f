import type { Handler } from '../context.ts';
import { callingNode } from './calling-node.ts';

/** Notes that the device works. Counts per interval are not kept: no documented call reads them. */
export const heartbeat: Handler = async (context) => {
  const { tx, projectId, now } = context;
  const id = await callingNode(context);
  await tx
    .updateTable('nodes')
    .set({ last_heartbeat: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
  return {};
};
