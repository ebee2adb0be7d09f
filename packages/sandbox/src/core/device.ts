import { requireDevice, permitNode } from './access.ts';
import { newNodeKey } from './auth/keys.ts';
import type { Handler, Handlers, JsonObject } from './context.ts';
import { denied, RequestError } from './errors.ts';
import { matchingRules } from './event-rules.ts';
import { makeSpaceForEvent } from './events.ts';
import { limits } from './limits.ts';
import {
  authenticatedNode,
  claimDevice,
  findNode,
  nodeNotFound,
  unknownNode,
} from './node-records.ts';
import { checkText, canonicalUuid, constantTimeEqual, jsonText } from './text.ts';
import { submittedTime } from './time.ts';
import { lockProject } from './transaction.ts';

function wrongSecret(): RequestError {
  return denied(
    'The binding secret is not the current one of this node. A secret works once: "Get node details" returns the current one.',
  );
}

/**
 * Binds a device to the node of the connection key, replacing its former device. The secret works once: a new one replaces
 * it. Other clients connected with the key are disconnected.
 * @throws RequestError if the secret is not the current one of the node, or another node has the device
 */
const bindDevice: Handler<'device/binddevice'> = async (context, body) => {
  const { tx, projectId, ids, now, end } = context;
  const { deviceid, bindingsecret } = body;
  // Orders this change and messages that are pushed to the node.
  await lockProject(tx, projectId);
  const node = await findNode(context, requireDevice(context));
  if (!constantTimeEqual(bindingsecret, node.binding_secret)) throw wrongSecret();
  const deviceId = canonicalUuid(deviceid);
  await claimDevice(deviceId, () =>
    tx
      .updateTable('nodes')
      .set({ device_id: deviceId, is_bound: 1, binding_secret: newNodeKey(ids), modified: now })
      .where('project_id', '=', projectId)
      .where('id', '=', node.id)
      .execute(),
  );
  end(node.id, deviceId);
  return {};
};

/** Tells a device that its connection key is valid. With an invalid key, the request is rejected earlier. */
const check: Handler<'device/check'> = async (context) => {
  await authenticatedNode(context);
  return {};
};

const second = 1000;
const minute = 60 * second;

/**
 * Records a heartbeat. The platform drops more than 60 in a minute (specs/facts/guides.md, features/heartbeat): here, a minute
 * starts with the first one, and a dropped heartbeat gets the same response. Counts per interval of 5 seconds are not stored,
 * because no documented operation returns them.
 */
const heartbeat: Handler<'device/heartbeat'> = async (context) => {
  const { tx, projectId, now } = context;
  const id = await authenticatedNode(context);
  const minuteAgo = now - minute;
  await tx
    .updateTable('nodes')
    .set((eb) => {
      const starts = eb.or([
        eb('heartbeats_since', 'is', null),
        eb('heartbeats_since', '<=', minuteAgo),
        // The clock was set back.
        eb('heartbeats_since', '>', now),
      ]);
      return {
        last_heartbeat: now,
        heartbeats: eb
          .case()
          .when(starts)
          .then(1)
          .else(eb('heartbeats', '+', 1))
          .end(),
        heartbeats_since: eb.case().when(starts).then(now).else(eb.ref('heartbeats_since')).end(),
      };
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('heartbeats_since', 'is', null),
        eb('heartbeats_since', '<=', minuteAgo),
        eb('heartbeats_since', '>', now),
        eb('heartbeats', '<', limits.heartbeatsPerMinute),
      ]),
    )
    .execute();
  return {};
};

/**
 * Returns whether nodes have sent a heartbeat within a threshold in seconds. `lastHeartbeat` is in Unix seconds, and 0
 * before the first one.
 * @throws RequestError `node::nodenotfound`, or `auth::accessdenied` for a node that the token does not name
 */
const healthStatus: Handler<'platform/health-status'> = async (context, body) => {
  const { tx, projectId, now } = context;
  const threshold = body.lastContactThreshold * second;
  const ids = [...new Set(body.nodes.map(canonicalUuid))];
  // An empty list in `in` is a syntax error on PostgreSQL.
  if (ids.length === 0) return { data: {} };
  for (const id of ids) permitNode(context, id);
  const unknown = await unknownNode(context, ids);
  if (unknown !== undefined) throw nodeNotFound(unknown);
  const rows = await tx
    .selectFrom('nodes')
    .select(['id', 'last_heartbeat'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  const beats = new Map(rows.map(({ id, last_heartbeat }) => [id, last_heartbeat]));
  const data = ids.map((id): [string, JsonObject] => {
    const last = beats.get(id) ?? null;
    const online = last !== null && now - last <= threshold;
    return [id, { online, lastHeartbeat: Math.floor((last ?? 0) / second) }];
  });
  return { data: Object.fromEntries(data) };
};

/**
 * Returns the data of an event as JSON text.
 * @throws RequestError 413 above the documented number of characters
 */
function dataText(data: Readonly<Record<string, unknown>>): string {
  const text = jsonText('data', data);
  const length = Array.from(text).length;
  const max = limits.event.data;
  if (length <= max) return text;
  const message = `"data" has ${length} characters as JSON; the maximum is ${max}.`;
  throw new RequestError(413, 'generic::malformedrequest', message);
}

/**
 * Stores an event of the node (specs/facts/device-api.md, 8) with the rules that match it. Their webhooks deliver to the receiver
 * of the sandbox, which is the list of deliveries.
 * @throws RequestError `generic::malformedrequest` for data that is too long, or a timestamp in the wrong unit
 */
const submitEvent: Handler<'device/events-submit'> = async (context, body) => {
  const { tx, projectId, ids, now } = context;
  const nodeId = await authenticatedNode(context);
  const { eventType, timestamp, data } = body;
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
  await makeSpaceForEvent(context);
  const seen = { eventSource: nodeId, eventType, timestamp: event.timestamp, data };
  const matched = await matchingRules(tx, projectId, seen, now);
  await tx
    .insertInto('events')
    .values({ ...event, delivered: JSON.stringify(matched) })
    .execute();
  return {};
};

export const deviceHandlers = {
  'device/binddevice': bindDevice,
  'device/check': check,
  'device/events-submit': submitEvent,
  'device/heartbeat': heartbeat,
  'platform/health-status': healthStatus,
} satisfies Partial<Handlers>;
