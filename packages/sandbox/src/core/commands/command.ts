import type { Selectable } from 'kysely';
import type { CommandTable } from '../../store/database.ts';
import type { Context, JsonObject } from '../context.ts';
import { CallError } from '../errors.ts';
import { canonicalUuid, checkText } from '../text.ts';

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

/** States a device reports, in the order it may move through them. */
const order = ['pending', 'received', 'processing', 'success'] as const;

export type ReportedState = 'received' | 'processing' | 'success' | 'failure';

/** States in which a command still waits for its device. */
export const openStates = ['pending', 'received', 'processing'];

function rank(state: string): number {
  // Both conclude the command: neither is ahead of the other.
  return order.indexOf((state === 'failure' ? 'success' : state) as (typeof order)[number]);
}

export function isOpen(state: string): boolean {
  return openStates.includes(state);
}

/** States that a report may find the command in: those before it, and itself, as a device may send a report twice. */
export function statesBefore(report: ReportedState): string[] {
  return openStates.filter((state) => rank(state) <= rank(report));
}

/** Whether the command was not concluded in time. That is not a state: the last one stays. */
export function hasExpired(
  { status, expires }: Pick<CommandTable, 'status' | 'expires'>,
  now: number,
): boolean {
  return isOpen(status) && expires <= now;
}

const day = 86_400_000;

export const commandLimits = {
  /** UTF-8 bytes of the payload as sent, base64 text included (reference/platform-api.md, 2.10: 1 KB). */
  payload: 1024,
  /** UTF-8 bytes of `ackdata` (reference/device-api.md, 3.5: 1 kB, and base64 text counts as it is). */
  ackData: 1000,
  /** Characters of the name: the capacity of the C device library. The limit of the platform is unconfirmed. */
  name: 50,
  /** Milliseconds that a command can wait at most, and does when its sender names no expiry. */
  life: 7 * day,
  /** Milliseconds that a command is kept after it ended. */
  kept: 7 * day,
} as const;

/** `CommandSummary` of the Platform API. */
export function commandSummary(command: Command, now: number): JsonObject {
  return {
    commandId: command.id,
    command: command.command,
    status: command.status,
    issuedAt: command.issued,
    updatedOn: command.updated,
    expiry: command.expires,
    expired: hasExpired(command, now),
  };
}

/** `CommandDetails` of the Platform API. The acknowledgment of the device is absent before there is one. */
export function commandDetails(command: Command, now: number): JsonObject {
  const { data, data_type: datatype, ack_data: ackdata, ack_data_type: ackdatatype } = command;
  return {
    ...commandSummary(command, now),
    data,
    datatype,
    ...(ackdata !== null && { ackdata, ackdatatype }),
  };
}

/** `CommandSummary` of the Device API. */
export function deviceSummary(command: Command): JsonObject {
  const { id, command: name, status, issued, updated } = command;
  return { commandId: id, command: name, status, issuedAt: issued, updated };
}

/** `CommandSummary` and `CommandPayload` of the Device API. */
export function deviceDetails(command: Command): JsonObject {
  const { data, data_type: datatype } = command;
  return { ...deviceSummary(command), data, datatype };
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function malformed(message: string): CallError {
  return new CallError(400, 'generic::malformedrequest', message);
}

/**
 * Passes a payload that is text, short enough and, when it is `binary`, base64 text (RFC 4648, 4).
 * @param field name for the message
 * @param max UTF-8 bytes
 * @throws CallError `generic::malformedrequest`
 */
export function checkPayload(field: string, text: string, type: string, max: number): void {
  checkText(field, text);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > max) throw malformed(`"${field}" has ${bytes} bytes; send ${max} at most.`);
  if (type === 'binary' && !base64.test(text)) {
    throw malformed(`"${field}" is not base64 text. Encode it, or send the type "string".`);
  }
}
