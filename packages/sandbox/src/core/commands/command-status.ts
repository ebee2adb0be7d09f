import { requireNode } from '../access.ts';
import type { Handler } from '../context.ts';
import { findCommand } from './find-command.ts';
import { commandDetails } from './views.ts';

/** `POST /commands/getDetails` of the Platform API. */
export const commandStatus: Handler = async (context, body) => {
  const { commandId } = body as { commandId: string };
  const command = await findCommand(context, commandId);
  requireNode(context, command.node_id);
  return commandDetails(command, context.now);
};
