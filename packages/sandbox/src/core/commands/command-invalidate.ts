import { requireNode } from '../access.ts';
import type { Handler } from '../context.ts';
import { commandNotFound, findCommand } from './find-command.ts';

/** `POST /commands/invalidate`: only a command that its device has not taken up and that has not expired. */
export const commandInvalidate: Handler = async (context, body) => {
  const { tx, projectId, now } = context;
  const { commandId } = body as { commandId: string };
  const { id, node_id: nodeId } = await findCommand(context, commandId);
  requireNode(context, nodeId);
  // The condition is part of the write: a device may report at the same time.
  const { numUpdatedRows } = await tx
    .updateTable('commands')
    .set({ status: 'invalidated', updated: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw commandNotFound(`${id} that is still pending`);
  return {};
};
