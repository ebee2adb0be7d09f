import type { ApiCall } from './core/api/call-table.ts';
import { identifyConnectionKey, recordUse } from './core/auth/authenticate.ts';
import type { Identified } from './core/auth/identity.ts';
import type { Deps } from './core/deps.ts';
import { CallError } from './core/errors.ts';
import type { ReadLease } from './core/read-limiter.ts';
import { runApiCall } from './core/run-call.ts';
import type { AccessError, DeviceCalls, DeviceSession } from './mqtt/device-calls.ts';
import { prepared } from './store/prepared.ts';

const nodesOf = prepared((db, of: { readonly projectId: string; readonly nodeId: string }) =>
  db
    .selectFrom('nodes')
    .innerJoin('projects', 'projects.id', 'nodes.project_id')
    .select(['device_id', 'is_bound', 'suspended', 'last_used', 'uses'])
    .where('project_id', '=', of.projectId)
    .where('nodes.id', '=', of.nodeId),
);

async function nodeOf({ db }: Deps, projectId: string, nodeId: string) {
  const [node] = await nodesOf(db, { projectId, nodeId });
  return node;
}

/** The session's identity now: its node may have been deleted or got another device since it connected. */
async function identityOf(deps: Deps, session: DeviceSession): Promise<Identified> {
  const { projectId, nodeId, deviceId } = session;
  const node = await nodeOf(deps, projectId, nodeId);
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

function rejectionOf(error: unknown): { readonly rejected: { code: number; message: string } } {
  if (!(error instanceof CallError)) throw error;
  return { rejected: { code: error.code, message: error.message } };
}

/**
 * The platform as a broker sees it: devices that connect, and the calls they make. A node without a device lets any device
 * id connect with its key, and then takes the binding alone: how an unbound device opens its session is not documented.
 */
export function deviceCalls(deps: Deps): DeviceCalls {
  const calls = new Map<string, ApiCall>(
    deps.calls.flatMap((call) => (call.api === 'device' ? [[call.operation.id, call]] : [])),
  );
  return {
    async authenticate(deviceId, connectionKey): Promise<DeviceSession | AccessError> {
      try {
        const identity = await identifyConnectionKey(deps, connectionKey, 'mqtt');
        if (identity.caller.kind !== 'device') return 'badCredentials';
        const session = {
          projectId: identity.projectId,
          nodeId: identity.caller.nodeId,
          deviceId,
        };
        const node = await nodeOf(deps, session.projectId, session.nodeId);
        if (node?.device_id != null && node.device_id !== deviceId) return 'notAuthorized';
        await recordUse(deps, identity);
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
        (lease = await deps.reads.start({ projectId }));
      try {
        if (!call) {
          throw new CallError(404, 'sandbox::unknowncall', `There is no call "${operationId}".`);
        }
        const identity = await identityOf(deps, session);
        await recordUse(deps, identity);
        return { ok: await runApiCall({ ...deps, startRead }, call, identity, body) };
      } catch (error) {
        return rejectionOf(error);
      } finally {
        lease?.end();
      }
    },
  };
}
