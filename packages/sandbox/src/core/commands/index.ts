import type { Handlers } from '../context.ts';
import { commandInvalidate } from './command-invalidate.ts';
import { commandList } from './command-list.ts';
import { commandStatus } from './command-status.ts';
import { commandsGetDetails } from './commands-get-details.ts';
import { commandsList } from './commands-list.ts';
import { commandsNext } from './commands-next.ts';
import { commandsSend } from './commands-send.ts';
import { commandsUpdateStatus } from './commands-update-status.ts';

export { sweepCommands } from './sweep.ts';

/** Commands: platform side and device side. */
export const commandsHandlers: Handlers = {
  'platform/commands-send': commandsSend,
  'platform/command-status': commandStatus,
  'platform/command-list': commandList,
  'platform/command-invalidate': commandInvalidate,
  'device/commands-next': commandsNext,
  'device/commands-list': commandsList,
  'device/commands-get-details': commandsGetDetails,
  'device/commands-update-status': commandsUpdateStatus,
};
