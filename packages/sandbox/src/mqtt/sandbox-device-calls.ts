import { noteUse } from '../core/auth/note-use.ts';
import { permit } from '../core/auth/permit.ts';
import { CallError } from '../core/call-error.ts';
import type { JsonObject } from '../core/context.ts';
import { runCall, type Surroundings } from '../core/run-call.ts';
import type { CallOutcome, DeviceCalls, DeviceSession } from './device-calls.ts';

/**
 * Checks a body against the request schema of a call.
 * @param id `device/submitdata`
 * @throws CallError for a body that does not fit
 */
export type Validate = (id: string, body: JsonObject) => void;

/** A row of the table of nodes, as far as access goes. */
interface Access {
  readonly projectId: string;
  readonly nodeId: string;
  /** Device that is bound or authorized ahead, in lower case. */
  readonly deviceId: string | undefined;
  readonly isSuspended: boolean;
}

/** What the broker asks, answered by the calls of this sandbox. */
export function sandboxDeviceCalls(surroundings: Surroundings, validate: Validate): DeviceCalls {
  const { db, clock } = surroundings;

  const nodes = () => db.selectFrom('nodes').select(['project_id', 'id', 'device_id', 'suspended']);

  async function findAccess(query: ReturnType<typeof nodes>): Promise<Access | undefined> {
    const node = await query.executeTakeFirst();
    if (!node) return undefined;
    const { project_id: projectId, id: nodeId, device_id, suspended } = node;
    const deviceId = device_id?.toLowerCase();
    return { projectId, nodeId, deviceId, isSuspended: suspended === 1 };
  }

  /** @throws CallError when the device may not make the call, or its project has ended */
  async function admit(session: DeviceSession, access: Access | undefined, id?: string) {
    if (!access || !isFor(session, access)) throw ended();
    const { projectId, nodeId } = access;
    const caller = { kind: 'device', nodeId, transport: 'mqtt' } as const;
    const identity = { projectId, caller, hasDevice: access.deviceId !== undefined };
    await noteUse({ db, now: clock.now() }, identity);
    if (id !== undefined) permit(identity, id, undefined);
    return caller;
  }

  return {
    async authenticate(deviceId, connectionKey) {
      const access = await findAccess(nodes().where('connection_key', '=', connectionKey));
      if (!access) return 'badCredentials';
      const session = { projectId: access.projectId, nodeId: access.nodeId, deviceId };
      if (!isFor(session, access)) return 'notAuthorized';
      const isHere = await admit(session, access).then(() => true, refusedOnly);
      return isHere ? session : 'badCredentials';
    },

    async call(session, operationId, body): Promise<CallOutcome> {
      const id = `device/${operationId}`;
      const { projectId, nodeId } = session;
      try {
        const own = nodes().where('project_id', '=', projectId).where('id', '=', nodeId);
        const caller = await admit(session, await findAccess(own), id);
        validate(id, body);
        const ok = await runCall(surroundings, { operationId: id, projectId, caller, body });
        return { ok };
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return { refused: { code: error.code, message: error.message } };
      }
    },
  };
}

/**
 * Whether a node lets a device in. One without a device lets in any that has its key: how a device opens the session that
 * it needs to bind is not known, so here the key is enough.
 */
function isFor({ projectId, deviceId }: DeviceSession, access: Access): boolean {
  if (access.isSuspended || access.projectId !== projectId) return false;
  return access.deviceId === undefined || access.deviceId === deviceId;
}

function ended(): CallError {
  const text = 'The credentials of this device have ended. Connect with those of its node.';
  return new CallError(403, 'auth::accessdenied', text);
}

function refusedOnly(error: unknown): false {
  if (error instanceof CallError) return false;
  throw error;
}
