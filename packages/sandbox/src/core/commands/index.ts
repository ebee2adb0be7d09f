import type { Transaction } from 'kysely';
import { requireDevice, permitNode } from '../access.ts';
import {
  checkPayload,
  type Command,
  commandDetails,
  commandLimits,
  commandNotFound,
  commandSummary,
  deviceDetails,
  deviceSummary,
  endedCommands,
  findCommand,
  hasExpired,
  isOpen,
  openStates,
  statesBefore,
  unexpiredCommands,
} from './command.ts';
import type { Context, Handler, Handlers } from '../context.ts';
import { RequestError } from '../errors.ts';
import { readPage } from '../page.ts';
import { checkText, canonicalUuid } from '../text.ts';
import { makeSpace } from '../transaction.ts';
import type { Database } from '../../store/database.ts';

/** Selects the commands of the device in the given states that have not expired. */
function ownCommands(context: Context, states: readonly string[]) {
  return unexpiredCommands(context, requireDevice(context), states);
}

/**
 * `POST /commands/next`: the oldest pending command, and whether there is another one. The command stays first until the
 * device reports that it received it, so a lost response does not lose the command.
 */
const commandsNext: Handler<'device/commands-next'> = async (context) => {
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
const commandsList: Handler<'device/commands-list'> = async (context, body) => {
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
const commandsGetDetails: Handler<'device/commands-get-details'> = async (context, body) => {
  requireDevice(context);
  const { commandId } = body;
  const command = await findCommand(context, commandId);
  if (command.status === 'invalidated' || hasExpired(command, context.now)) {
    throw commandNotFound(`${commandId} for this device anymore`);
  }
  return deviceDetails(command);
};

function rejection(command: Command, report: string, now: number): RequestError {
  const { id, status } = command;
  if (!isOpen(status)) {
    const message = `The command ${id} has ended with "${status}" and accepts no further updates.`;
    return new RequestError(409, 'sandbox::commandconcluded', message);
  }
  if (hasExpired(command, now)) {
    return new RequestError(409, 'sandbox::commandexpired', `The command ${id} has expired.`);
  }
  const message = `The command ${id} is "${status}" and cannot go back to "${report}".`;
  return new RequestError(409, 'sandbox::statusgoesback', message);
}

/** `POST /commands/updateStatus`: states only move forward. A new acknowledgment replaces an earlier one. */
const commandsUpdateStatus: Handler<'device/commands-update-status'> = async (context, body) => {
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

async function nodeExists({ tx, projectId }: Context, nodeId: string): Promise<boolean> {
  const node = await tx
    .selectFrom('nodes')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', nodeId)
    .executeTakeFirst();
  return node !== undefined;
}

function checkExpiry(expires: number, now: number): void {
  if (expires > now && expires <= now + commandLimits.life) return;
  throw new RequestError(
    400,
    'cmd::invalidexpiry',
    `"expiry" is ${expires}; send Unix milliseconds after ${now}, at most 7 days ahead.`,
  );
}

function checkName(name: string): void {
  checkText('command', name);
  const characters = Array.from(name).length;
  if (characters <= commandLimits.name) return;
  throw new RequestError(
    400,
    'cmd::cmdidtoolong',
    `"command" has ${characters} characters; send ${commandLimits.name} at most.`,
  );
}

/** `POST /commands/send`: queues a command, and pushes it to the device if it is connected. */
const commandsSend: Handler<'platform/commands-send'> = async (context, body) => {
  const { nodeid, command, data, type, expiry } = body;
  const { tx, projectId, now, ids } = context;
  const nodeId = canonicalUuid(nodeid);
  permitNode(context, nodeId);
  if (!(await nodeExists(context, nodeId))) {
    throw new RequestError(
      404,
      'node::nodenotfound',
      `There is no node ${nodeid} in this project.`,
    );
  }
  const expires = expiry ?? now + commandLimits.life;
  checkExpiry(expires, now);
  checkName(command);
  checkPayload('data', data, type, commandLimits.payload);
  await makeSpace(context, 'commands', 1, (count) => endedCommands(context, count));

  const id = ids.uuid();
  await tx
    .insertInto('commands')
    .values({
      project_id: projectId,
      id,
      node_id: nodeId,
      command,
      data,
      data_type: type,
      status: 'pending',
      ack_data: null,
      ack_data_type: null,
      issued: now,
      updated: now,
      expires,
    })
    .execute();
  context.push({
    nodeId,
    topic: 'commands',
    body: { command, commandId: id, data, datatype: type, exp: expires },
  });
  return { commandId: id };
};

/** Returns the ids of the nodes whose commands the principal may see; undefined for all nodes. */
function visibleNodes(context: Context, nodeId: string | undefined): readonly string[] | undefined {
  const { principal } = context;
  if (nodeId !== undefined) {
    const id = canonicalUuid(nodeId);
    permitNode(context, id);
    return [id];
  }
  if (principal.kind !== 'token') return undefined;
  const nodes = principal.policy.resources.nodes ?? [];
  return nodes.includes('*') ? undefined : nodes;
}

/** `POST /commands/list` of the Platform API: commands in all states, newest first. */
const commandList: Handler<'platform/command-list'> = async (context, body) => {
  const { tx, projectId, now } = context;
  const { filter = {} } = body;
  const { limit, offset } = readPage(body);
  const nodes = visibleNodes(context, filter.nodeId);
  let query = tx.selectFrom('commands').where('project_id', '=', projectId);
  if (nodes) {
    query = query.where((eb) => (nodes.length ? eb('node_id', 'in', nodes) : eb.lit(false)));
  }
  if (filter.status?.length) query = query.where('status', 'in', filter.status);

  const { total } = await query
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('issued', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    count: rows.length,
    totalCount: Number(total),
    next: offset + rows.length,
    data: rows.map((row) => commandSummary(row, now)),
  };
};

/** `POST /commands/getDetails` of the Platform API. */
const commandStatus: Handler<'platform/command-status'> = async (context, body) => {
  const { commandId } = body;
  const command = await findCommand(context, commandId);
  permitNode(context, command.node_id);
  return commandDetails(command, context.now);
};

/** `POST /commands/invalidate`: only a command that is pending and has not expired. */
const commandInvalidate: Handler<'platform/command-invalidate'> = async (context, body) => {
  const { tx, projectId, now } = context;
  const { commandId } = body;
  const { id, node_id: nodeId } = await findCommand(context, commandId);
  permitNode(context, nodeId);
  // The condition is part of the write, because a device may report at the same time.
  const { numUpdatedRows } = await tx
    .updateTable('commands')
    .set({ status: 'invalidated', updated: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires', '>', now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw commandNotFound(`${id} that is still pending`);
  return {};
};

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
