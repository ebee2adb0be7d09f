import { requireNode } from '../access.ts';
import type { Context, Handler } from '../context.ts';
import { CallError } from '../errors.ts';
import { readPage } from '../page.ts';
import { requireQuota } from '../require-quota.ts';
import { canonicalUuid, checkText } from '../text.ts';
import {
  checkPayload,
  commandDetails,
  commandLimits,
  commandNotFound,
  commandSummary,
  findCommand,
} from './command.ts';

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
  throw new CallError(
    400,
    'cmd::invalidexpiry',
    `"expiry" is ${expires}; send Unix milliseconds after ${now}, at most 7 days ahead.`,
  );
}

function checkName(name: string): void {
  checkText('command', name);
  if (name.length <= commandLimits.name) return;
  throw new CallError(
    400,
    'cmd::cmdidtoolong',
    `"command" has ${name.length} characters; send ${commandLimits.name} at most.`,
  );
}

/** `POST /commands/send`: queues a command, and pushes it to the device if it is connected. */
export const commandsSend: Handler<'platform/commands-send'> = async (context, body) => {
  const { nodeid, command, data, type, expiry } = body;
  const { tx, projectId, now, ids } = context;
  const nodeId = canonicalUuid(nodeid);
  requireNode(context, nodeId);
  if (!(await nodeExists(context, nodeId))) {
    throw new CallError(404, 'node::nodenotfound', `There is no node ${nodeid} in this project.`);
  }
  const expires = expiry ?? now + commandLimits.life;
  checkExpiry(expires, now);
  checkName(command);
  checkPayload('data', data, type, commandLimits.payload);
  await requireQuota(context, 'commands');

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

/** Returns the ids of the nodes whose commands the caller may see; undefined for all nodes. */
function visibleNodes(context: Context, nodeId: string | undefined): readonly string[] | undefined {
  const { caller } = context;
  if (nodeId !== undefined) {
    const id = canonicalUuid(nodeId);
    requireNode(context, id);
    return [id];
  }
  if (caller.kind !== 'token') return undefined;
  const nodes = caller.policy.resources.nodes ?? [];
  return nodes.includes('*') ? undefined : nodes;
}

/** `POST /commands/list` of the Platform API: commands in all states, newest first. */
export const commandList: Handler<'platform/command-list'> = async (context, body) => {
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
export const commandStatus: Handler<'platform/command-status'> = async (context, body) => {
  const { commandId } = body;
  const command = await findCommand(context, commandId);
  requireNode(context, command.node_id);
  return commandDetails(command, context.now);
};

/** `POST /commands/invalidate`: only a command that is pending and has not expired. */
export const commandInvalidate: Handler<'platform/command-invalidate'> = async (context, body) => {
  const { tx, projectId, now } = context;
  const { commandId } = body;
  const { id, node_id: nodeId } = await findCommand(context, commandId);
  requireNode(context, nodeId);
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
