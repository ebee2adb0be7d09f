import type { Context } from '../context.ts';
import { requireDevice } from '../require-device.ts';

/** Commands of the calling device in some states that have not expired. */
export function ownCommands(context: Context, states: readonly string[]) {
  const { tx, projectId, now } = context;
  return tx
    .selectFrom('commands')
    .where('project_id', '=', projectId)
    .where('node_id', '=', requireDevice(context))
    .where('status', 'in', [...states])
    .where('expires', '>', now);
}
