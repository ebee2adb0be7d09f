import { CallError } from '../call-error.ts';
import type { Handler } from '../context.ts';
import { requireDevice } from '../require-device.ts';
import { checkPayload } from './check-payload.ts';
import { findCommand, type Command } from './find-command.ts';
import { commandLimits } from './limits.ts';
import { hasExpired, isOpen, statesBefore, type ReportedState } from './states.ts';

interface Request {
  readonly commandId: string;
  readonly status: ReportedState;
  readonly ackdata?: string;
  readonly ackdatatype?: string;
}

function rejection(command: Command, report: string, now: number): CallError {
  const { id, status } = command;
  if (!isOpen(status)) {
    const message = `The command ${id} has ended with "${status}" and takes no further update.`;
    return new CallError(409, 'sandbox::commandconcluded', message);
  }
  if (hasExpired(command, now)) {
    return new CallError(409, 'sandbox::commandexpired', `The command ${id} has expired.`);
  }
  const message = `The command ${id} is "${status}" and cannot go back to "${report}".`;
  return new CallError(409, 'sandbox::statusgoesback', message);
}

/** `POST /commands/updateStatus`: forward only. An acknowledgment replaces an earlier one. */
export const commandsUpdateStatus: Handler = async (context, body) => {
  const { tx, projectId, now } = context;
  requireDevice(context);
  const { commandId, status, ackdata, ackdatatype } = body as unknown as Request;
  const type = ackdatatype === 'binary' ? 'binary' : 'string';
  if (ackdata !== undefined) checkPayload('ackdata', ackdata, type, commandLimits.ackData);
  const command = await findCommand(context, commandId);
  // The condition is part of the write: the platform may invalidate at the same time.
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
