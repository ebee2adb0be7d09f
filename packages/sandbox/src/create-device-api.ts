import { requestIdHints } from './core/api/envelope.ts';
import { publishedRequests, type RunnableOperation } from './core/api/operation-table.ts';
import { identifyConnectionKey, recordUse, type Identified } from './core/auth/authenticate.ts';
import type { Deps } from './core/deps.ts';
import { RequestError } from './core/errors.ts';
import type { ReadLease } from './core/read-limiter.ts';
import { isLargeRead, runRequest } from './core/run-operation.ts';
import type { AccessError, DeviceApi, DeviceSession } from './mqtt/device-api.ts';
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

/** Returns the current identity of the session: since it connected, its node may have been deleted or bound to another device. */
async function identityOf(deps: Deps, session: DeviceSession): Promise<Identified> {
  const { projectId, nodeId, deviceId } = session;
  const node = await nodeOf(deps, projectId, nodeId);
  const isOther = node?.device_id != null && node.device_id !== deviceId;
  if (!node || node.suspended === 1 || isOther) {
    const text = 'The node of this connection has ended, or has another device. Connect again.';
    throw new RequestError(401, 'auth::tokennotfound', text);
  }
  return {
    projectId,
    lastUsed: node.last_used,
    uses: node.uses,
    principal: { kind: 'device', nodeId, transport: 'mqtt' },
    hasDevice: node.device_id !== null,
    isExpected: node.device_id !== null && node.is_bound === 0,
  };
}

function rejectionOf(error: unknown): { readonly rejected: { code: number; message: string } } {
  if (!(error instanceof RequestError)) throw error;
  return { rejected: { code: error.code, message: error.message } };
}

/**
 * The operations of the platform for a broker: devices connect and send requests. A node without a device accepts any device
 * id with its key, but then only the binding request: how an unbound device opens its session is not documented.
 */
export function createDeviceApi(deps: Deps): DeviceApi {
  const operations: Map<string, RunnableOperation> = publishedRequests(
    deps.documents.device,
    deps.validators,
  );
  for (const entry of deps.operations) {
    if (entry.api === 'device') operations.set(entry.operation.id, entry);
  }
  return {
    inTurn: (client, operationId, work) => {
      const id = operations.get(operationId)?.id;
      const isLarge = id !== undefined && isLargeRead(deps.handlers, id);
      // A large read yields to other requests by itself.
      return isLarge ? deps.work.noted(client, work) : deps.work.run(client, work);
    },
    async authenticate(deviceId, connectionKey): Promise<DeviceSession | AccessError> {
      try {
        const identity = await identifyConnectionKey(deps, connectionKey, 'mqtt');
        if (identity.principal.kind !== 'device') return 'badCredentials';
        const session = {
          projectId: identity.projectId,
          nodeId: identity.principal.nodeId,
          deviceId,
        };
        const node = await nodeOf(deps, session.projectId, session.nodeId);
        if (node?.device_id != null && node.device_id !== deviceId) return 'notAuthorized';
        await recordUse(deps, identity);
        return session;
      } catch (error) {
        if (error instanceof RequestError)
          return error.status === 401 ? 'badCredentials' : 'notAuthorized';
        throw error;
      }
    },
    async request(session, operationId, body) {
      const entry = operations.get(operationId);
      let lease: ReadLease | undefined;
      const startRead = async (projectId: string) =>
        (lease = await deps.reads.start({ projectId }));
      try {
        if (!entry) {
          throw new RequestError(
            404,
            'sandbox::unknownoperation',
            `There is no operation "${operationId}".`,
          );
        }
        const identity = await identityOf(deps, session);
        await recordUse(deps, identity);
        const ok = await runRequest({ ...deps, startRead }, entry, identity, body);
        return { ok, hints: [...entry.bodyHints(body), ...requestIdHints(body)] };
      } catch (error) {
        return rejectionOf(error);
      } finally {
        lease?.end();
      }
    },
  };
}
