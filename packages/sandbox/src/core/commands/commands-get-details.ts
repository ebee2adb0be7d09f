import type { Handler } from '../context.ts';
import { requireDevice } from '../require-device.ts';
import { commandNotFound, findCommand } from './find-command.ts';
import { hasExpired } from './states.ts';
import { deviceDetails } from './views.ts';

/** `POST /commands/getDetails` of the Device API. What is expired or invalidated is out of the device's reach. */
export const commandsGetDetails: Handler = async (context, body) => {
  requireDevice(context);
  const { commandId } = body as { commandId: string };
  const command = await findCommand(context, commandId);
  if (command.status === 'invalidated' || hasExpired(command, context.now)) {
    throw commandNotFound(`${commandId} for this device any more`);
  }
  return deviceDetails(command);
};
