import type { ApiCall } from './core/api/call-table.ts';
import { runApiCall } from './core/api/run-api-call.ts';
import { identifyConnectionKey } from './core/auth/connection-key.ts';
import type { Identified } from './core/auth/identity.ts';
import { noteUse } from './core/auth/note-use.ts';
import { CallError } from './core/call-error.ts';
import type { AccessRefusal, DeviceCalls, DeviceSession } from './mqtt/device-calls.ts';
import type { ReadLease } from './reads/read-limiter.ts';
import type { Runtime } from './runtime.ts';
import { prepared } from './store/prepared.ts';

const nodesOf = prepared((db, of: { readonly projectId: string; readonly nodeId: string }) =>
  db
    .selectFrom('nodes')
    .innerJoin('projects', 'projects.id', 'nodes.project_id')
    .select(['device_id', 'is_bound', 'suspended', 'last_used', 'uses'])
    .where('project_id', '=', of.projectId)
    .where('nodes.id', '=', of.nodeId),
);

async function nodeOf({ db }: Runtime, projectId: string, nodeId: string) {
  const [node] = await nodesOf(db, { projectId, nodeId });
  return node;
}

/** The session's identity now: its node may have been deleted or got another device since it connected. */
async function identityOf(runtime: Runtime, session: DeviceSession): Promise<Identified> {
  const { projectId, nodeId, deviceId } = session;
  const node = await nodeOf(runtime, projectId, nodeId);
  const isOther = node?.device_id != null && node.device_id !== deviceId;
  if (!node || node.suspended === 1 || isOther) {
    const text = 'The node of this connection has ended, or has another device. Connect again.';
    throw new CallError(401, 'auth::tokennotfound', text);
  }
  return {
    projectId,
    lastUsed: node.last_used,
    uses: node.uses,
    caller: { kind: 'device', nodeId, transport: 'mqtt' },
    hasDevice: node.device_id !== null,
    isExpected: node.device_id !== null && node.is_bound === 0,
  };
}

function refusalOf(error: unknown): { readonly refused: { code: number; message: string } } {
  if (!(error instanceof CallError)) throw error;
  return { refused: { code: error.code, message: error.message } };
}

/**
 * The platform as a broker sees it: devices that connect, and the calls they make. A node without a device lets any device
 * id connect with its key, and then takes the binding alone: how an unbound device opens its session is not documented.
 */
export function deviceCalls(runtime: Runtime): DeviceCalls {
  const calls = new Map<string, ApiCall>(
    runtime.calls.flatMap((call) => (call.api === 'device' ? [[call.operation.id, call]] : [])),
  );
  const { db, clock, ids, sha256, handlers, fileKey, pause, deliver, ended } = runtime;
  const surroundings = () => ({ db, sha256, pause, ended, now: clock.now() });
  return {
    async authenticate(deviceId, connectionKey): Promise<DeviceSession | AccessRefusal> {
      try {
        const identity = await identifyConnectionKey(surroundings(), connectionKey, 'mqtt');
        if (identity.caller.kind !== 'device') return 'badCredentials';
        const session = {
          projectId: identity.projectId,
          nodeId: identity.caller.nodeId,
          deviceId,
        };
        const node = await nodeOf(runtime, session.projectId, session.nodeId);
        if (node?.device_id != null && node.device_id !== deviceId) return 'notAuthorized';
        await noteUse(surroundings(), identity);
        return session;
      } catch (error) {
        if (error instanceof CallError)
          return error.status === 401 ? 'badCredentials' : 'notAuthorized';
        throw error;
      }
    },
    async call(session, operationId, body) {
      const call = calls.get(operationId);
      let lease: ReadLease | undefined;
      const startRead = async (projectId: string) =>
        (lease = await runtime.reads.start({ projectId }));
      const { filesUrl } = runtime;
      const shared = {
        db,
        clock,
        ids,
        handlers,
        filesUrl,
        fileKey,
        pause,
        startRead,
        deliver,
        ended,
      };
      try {
        if (!call) {
          throw new CallError(404, 'sandbox::unknowncall', `There is no call "${operationId}".`);
        }
        const identity = await identityOf(runtime, session);
        await noteUse(surroundings(), identity);
        return { ok: await runApiCall(shared, call, identity, body) };
      } catch (error) {
        return refusalOf(error);
      } finally {
        lease?.end();
      }
    },
  };
}
