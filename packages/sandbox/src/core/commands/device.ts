import { requireDevice } from '../access.ts';
import type { Context, Handler } from '../context.ts';
import { CallError } from '../errors.ts';
import { readPage } from '../page.ts';
import {
  checkPayload,
  type Command,
  commandLimits,
  commandNotFound,
  deviceDetails,
  deviceSummary,
  findCommand,
  hasExpired,
  isOpen,
  openStates,
  statesBefore,
} from './command.ts';

/** Selects the commands of the device in the given states that have not expired. */
function ownCommands(context: Context, states: readonly string[]) {
  const { tx, projectId, now } = context;
  return tx
    .selectFrom('commands')
    .where('project_id', '=', projectId)
    .where('node_id', '=', requireDevice(context))
    .where('status', 'in', [...states])
    .where('expires', '>', now);
}

/**
 * `POST /commands/next`: the oldest pending command, and whether there is another one. The command stays first until the
 * device reports that it received it, so a lost response does not lose the command.
 */
export const commandsNext: Handler<'device/commands-next'> = async (context) => {
  const [first, second] = await ownCommands(context, ['pending'])
    .selectAll()
    .orderBy('issued')
    .orderBy('id')
    .limit(2)
    .execute();
  if (!first) return { available: false };
  return { available: true, ...deviceDetails(first), nextavailable: second !== undefined };
};

/** `POST /commands/list` of the Device API: commands that are neither final nor expired, oldest first. */
export const commandsList: Handler<'device/commands-list'> = async (context, body) => {
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

/** `POST /commands/getDetails` of the Device API. The device cannot read expired or invalidated commands. */
export const commandsGetDetails: Handler<'device/commands-get-details'> = async (context, body) => {
  requireDevice(context);
  const { commandId } = body;
  const command = await findCommand(context, commandId);
  if (command.status === 'invalidated' || hasExpired(command, context.now)) {
    throw commandNotFound(`${commandId} for this device anymore`);
  }
  return deviceDetails(command);
};

function rejection(command: Command, report: string, now: number): CallError {
  const { id, status } = command;
  if (!isOpen(status)) {
    const message = `The command ${id} has ended with "${status}" and accepts no further updates.`;
    return new CallError(409, 'sandbox::commandconcluded', message);
  }
  if (hasExpired(command, now)) {
    return new CallError(409, 'sandbox::commandexpired', `The command ${id} has expired.`);
  }
  const message = `The command ${id} is "${status}" and cannot go back to "${report}".`;
  return new CallError(409, 'sandbox::statusgoesback', message);
}

/** `POST /commands/updateStatus`: states only move forward. A new acknowledgment replaces an earlier one. */
export const commandsUpdateStatus: Handler<'device/commands-update-status'> = async (
  context,
  body,
) => {
  const { tx, projectId, now } = context;
  requireDevice(context);
  const { commandId, status, ackdata, ackdatatype } = body;
  const type = ackdatatype === 'binary' ? 'binary' : 'string';
  if (ackdata !== undefined) checkPayload('ackdata', ackdata, type, commandLimits.ackData);
  const command = await findCommand(context, commandId);
  // The condition is part of the write, because the platform may invalidate the command at the same time.
  const { numUpdatedRows } = await tx
    .updateTable('commands')
    .set({
      status,
      updated: now,
      ...(ackdata !== undefined && { ack_data: ackdata, ack_data_type: type }),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', command.id)
    .where('status', 'in', statesBefore(status))
    .where('expires', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw rejection(await findCommand(context, command.id), status, now);
  return {};
};
