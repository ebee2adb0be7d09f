import { CallError } from '../call-error.ts';
import type { Context, Handler, JsonObject } from '../context.ts';
import { submittedTime } from '../data/submitted-time.ts';
import { callingNode } from '../device/calling-node.ts';
import { limits } from '../limits.ts';
import { lockProject } from '../lock.ts';
import { checkText } from '../nodes/check-text.ts';

/**
 * JSON text of an event's data.
 * @throws CallError 413 above the documented number of characters
 */
function dataText(data: JsonObject): string {
  const text = JSON.stringify(data);
  const length = Array.from(text).length;
  const max = limits.event.data;
  if (length <= max) return text;
  const message = `"data" has ${length} characters as JSON; an event takes up to ${max}.`;
  throw new CallError(413, 'generic::malformedrequest', message);
}

/** Deletes the events that were received first, so that one more fits: no operation deletes or lists them. */
async function makeSpace({ tx, projectId }: Context): Promise<void> {
  const events = tx.selectFrom('events').where('project_id', '=', projectId);
  const { held } = await events
    .select(({ fn }) => fn.countAll().as('held'))
    .executeTakeFirstOrThrow();
  const excess = Number(held) + 1 - limits.project.events;
  if (excess <= 0) return;
  const oldest = await events
    .select('id')
    .orderBy('received')
    .orderBy('id')
    .limit(excess)
    .execute();
  await tx
    .deleteFrom('events')
    .where('project_id', '=', projectId)
    .where(
      'id',
      'in',
      oldest.map(({ id }) => id),
    )
    .execute();
}

/**
 * Keeps an event of the calling node (reference/device-api.md, 8). No rule runs on it.
 * @throws CallError `generic::malformedrequest` for data that is too long, or a time in another unit
 */
export const submitEvent: Handler = async (context, body) => {
  const { tx, projectId, ids, now } = context;
  const nodeId = await callingNode(context);
  const { eventType, timestamp, data } = body as {
    readonly eventType: string;
    readonly timestamp: number;
    readonly data: JsonObject;
  };
  checkText('eventType', eventType);
  const event = {
    project_id: projectId,
    node_id: nodeId,
    id: ids.uuid(),
    type: eventType,
    timestamp: submittedTime(context, timestamp),
    data: dataText(data),
    received: now,
  };
  await lockProject(tx, projectId);
  await makeSpace(context);
  await tx.insertInto('events').values(event).execute();
  return {};
};
