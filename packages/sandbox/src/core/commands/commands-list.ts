import type { Handler } from '../context.ts';
import { readPage } from '../page.ts';
import { ownCommands } from './queue.ts';
import { openStates } from './states.ts';
import { deviceSummary } from './views.ts';

/** `POST /commands/list` of the Device API: what is neither concluded nor expired, the oldest first. */
export const commandsList: Handler = async (context, body) => {
  const { limit, offset } = readPage(body);
  const query = ownCommands(context, openStates);
  const { total } = await query
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('issued')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    totalcount: Number(total),
    count: rows.length,
    next: offset + rows.length,
    commands: rows.map(deviceSummary),
  };
};
