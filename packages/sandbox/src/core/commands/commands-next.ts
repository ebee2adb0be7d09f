import type { Handler } from '../context.ts';
import { ownCommands } from './queue.ts';
import { deviceDetails } from './views.ts';

/**
 * `POST /commands/next`: the oldest pending command, with whether another one waits. Asking changes nothing: the command
 * stays first until the device reports that it has it, so one that is lost on the way is handed out again.
 */
export const commandsNext: Handler = async (context) => {
  const [first, second] = await ownCommands(context, ['pending'])
    .selectAll()
    .orderBy('issued')
    .orderBy('id')
    .limit(2)
    .execute();
  if (!first) return { available: false };
  return { available: true, ...deviceDetails(first), nextavailable: second !== undefined };
};
