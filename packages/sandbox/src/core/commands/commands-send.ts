import { requireNode } from '../access.ts';
import { CallError } from '../call-error.ts';
import type { Context, Handler } from '../context.ts';
import { checkText } from '../nodes/check-text.ts';
import { requireQuota } from '../require-quota.ts';
import { canonicalUuid } from '../uuid.ts';
import { checkPayload } from './check-payload.ts';
import { commandLimits } from './limits.ts';

interface Request {
  readonly nodeid: string;
  readonly command: string;
  readonly data: string;
  readonly type: string;
  readonly expiry?: number;
}

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

/** `POST /commands/send`: queues a command, and pushes it to the device when that is connected. */
export const commandsSend: Handler = async (context, body) => {
  const { nodeid, command, data, type, expiry } = body as unknown as Request;
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
