import type { Selectable } from 'kysely';
import type { CommandTable } from '../../store/tables/commands.ts';
import { CallError } from '../call-error.ts';
import type { Context } from '../context.ts';
import { canonicalUuid } from '../uuid.ts';

export type Command = Selectable<CommandTable>;

export function commandNotFound(id: string): CallError {
  return new CallError(404, 'cmd::notfound', `There is no command ${id}. Look it up in the list.`);
}

/**
 * Reads a command by the id of a request; for a device, one of its own commands.
 * @throws CallError `cmd::notfound`
 */
export async function findCommand(context: Context, id: string): Promise<Command> {
  const { tx, projectId, caller } = context;
  let query = tx
    .selectFrom('commands')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', canonicalUuid(id));
  if (caller.kind === 'device') query = query.where('node_id', '=', caller.nodeId);
  const command = await query.executeTakeFirst();
  if (!command) throw commandNotFound(id);
  return command;
}
