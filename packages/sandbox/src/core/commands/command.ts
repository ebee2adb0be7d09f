import type { Selectable } from 'kysely';
import type { CommandTable } from '../../store/database.ts';
import type { Context, JsonObject, ReadContext } from '../context.ts';
import { malformed, RequestError } from '../errors.ts';
import { checkText, canonicalUuid } from '../text.ts';

export type Command = Selectable<CommandTable>;

export function commandNotFound(id: string): RequestError {
  return new RequestError(
    404,
    'cmd::notfound',
    `There is no command ${id}. For the ids, list the commands.`,
  );
}

/**
 * Reads a command by id. A device can read only its own commands.
 * @throws RequestError `cmd::notfound`
 */
export async function findCommand(context: Context, id: string): Promise<Command> {
  const { tx, projectId, principal } = context;
  let query = tx
    .selectFrom('commands')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', canonicalUuid(id));
  if (principal.kind === 'device') query = query.where('node_id', '=', principal.nodeId);
  const command = await query.executeTakeFirst();
  if (!command) throw commandNotFound(id);
  return command;
}

/** States that a device reports, in their order. */
const order = ['pending', 'received', 'processing', 'success'] as const;

type ReportedState = 'received' | 'processing' | 'success' | 'failure';

/** States in which a command is waiting for its device. */
export const openStates = ['pending', 'received', 'processing'];

function rank(state: string): number {
  // Both are final, so neither comes before the other.
  return order.indexOf((state === 'failure' ? 'success' : state) as (typeof order)[number]);
}

export function isOpen(state: string): boolean {
  return openStates.includes(state);
}

/** States that a report is accepted in: the earlier ones and the same one, because a device may send a report twice. */
export function statesBefore(report: ReportedState): string[] {
  return openStates.filter((state) => rank(state) <= rank(report));
}

/** Whether the command expired before it was final. Expiry is not a state: the last state remains. */
export function hasExpired(
  { status, expires }: Pick<CommandTable, 'status' | 'expires'>,
  now: number,
): boolean {
  return isOpen(status) && expires <= now;
}

type ProjectContext = Pick<ReadContext, 'tx' | 'projectId' | 'now'>;

/** Selects the commands of a node in the given states that have not expired. */
export function unexpiredCommands(
  { tx, projectId, now }: ProjectContext,
  nodeId: string,
  states: readonly string[],
) {
  return tx
    .selectFrom('commands')
    .where('project_id', '=', projectId)
    .where('node_id', '=', nodeId)
    .where('status', 'in', [...states])
    .where('expires', '>', now);
}

/** Returns commands that may be replaced, because they have ended or expired: the oldest first, at most `count`. */
export function endedCommands({ tx, projectId, now }: ProjectContext, count: number) {
  return tx
    .selectFrom('commands')
    .select('id')
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('status', 'not in', openStates), eb('expires', '<=', now)]))
    .orderBy('issued')
    .orderBy('id')
    .limit(count)
    .execute();
}

const day = 86_400_000;

export const commandLimits = {
  /** UTF-8 bytes of the payload as sent, base64 text included (specs/facts/platform-api.md, 2.10: 1 KB). */
  payload: 1024,
  /** UTF-8 bytes of `ackdata`, base64 text as sent (specs/facts/device-api.md, 3.5: 1 kB). */
  ackData: 1000,
  /** Characters of the name: the limit of the C device library. The limit of the platform is unconfirmed. */
  name: 50,
  /** Longest lifetime of a command, and the default, in milliseconds. */
  life: 7 * day,
  /** How long a command is retained after it ended, in milliseconds. */
  kept: 7 * day,
} as const;

/** A command in lists of the Platform API. */
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

/** `CommandDetails` of the Platform API. Without an acknowledgment from the device, those fields are absent. */
export function commandDetails(command: Command, now: number): JsonObject {
  const { data, data_type: datatype, ack_data: ackdata, ack_data_type: ackdatatype } = command;
  return {
    ...commandSummary(command, now),
    data,
    datatype,
    ...(ackdata !== null && { ackdata, ackdatatype }),
  };
}

/** A command in lists of the Device API. */
export function deviceSummary(command: Command): JsonObject {
  const { id, command: name, status, issued, updated } = command;
  return { commandId: id, command: name, status, issuedAt: issued, updated };
}

/** A command of the Device API with its payload (`CommandPayload`). */
export function deviceDetails(command: Command): JsonObject {
  const { data, data_type: datatype } = command;
  return { ...deviceSummary(command), data, datatype };
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Checks that a payload is storable text, not too long and, if its type is `binary`, base64 (RFC 4648, 4).
 * @param field name for the message
 * @param max UTF-8 bytes
 * @throws RequestError `generic::malformedrequest`
 */
export function checkPayload(field: string, text: string, type: string, max: number): void {
  checkText(field, text);
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > max) throw malformed(`"${field}" has ${bytes} bytes; send ${max} at most.`);
  if (type === 'binary' && !base64.test(text)) {
    throw malformed(`"${field}" is not base64 text. Encode it, or send the type "string".`);
  }
}
