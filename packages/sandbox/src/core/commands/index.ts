import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Handlers } from '../context.ts';
import { commandLimits, openStates } from './command.ts';
import { commandsGetDetails, commandsList, commandsNext, commandsUpdateStatus } from './device.ts';
import { commandInvalidate, commandList, commandsSend, commandStatus } from './platform.ts';

/**
 * Deletes the commands of all projects that were final, invalidated or expired 7 days ago.
 * @param now milliseconds since 1970
 */
export async function sweepCommands(tx: Transaction<Database>, now: number): Promise<void> {
  const until = now - commandLimits.kept;
  await tx
    .deleteFrom('commands')
    .where((eb) =>
      eb.or([
        eb('expires', '<=', until),
        eb.and([eb('status', 'not in', openStates), eb('updated', '<=', until)]),
      ]),
    )
    .execute();
}

/** Commands: platform side and device side. */
export const commandsHandlers = {
  'platform/commands-send': commandsSend,
  'platform/command-status': commandStatus,
  'platform/command-list': commandList,
  'platform/command-invalidate': commandInvalidate,
  'device/commands-next': commandsNext,
  'device/commands-list': commandsList,
  'device/commands-get-details': commandsGetDetails,
  'device/commands-update-status': commandsUpdateStatus,
} satisfies Partial<Handlers>;
