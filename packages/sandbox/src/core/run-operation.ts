import type { JsonValue } from '@anedya-docs/openapi-model';
import { prepared } from '../store/prepared.ts';
import type { RunnableOperation } from './api/operation-table.ts';
import type { Identity } from './auth/authenticate.ts';
import type {
  AddressedPush,
  Change,
  Principal,
  Context,
  JsonObject,
  OperationId,
  Push,
  ReadContext,
  RequestBodies,
  StreamMessage,
} from './context.ts';
import type { Deps } from './deps.ts';
import { denied, RequestError } from './errors.ts';
import { inTransaction } from './transaction.ts';

const devicesOf = prepared((db, of: { readonly projectId: string; readonly nodeId: string }) =>
  db
    .selectFrom('nodes')
    .select('device_id')
    .where('project_id', '=', of.projectId)
    .where('id', '=', of.nodeId),
);

/**
 * Addresses messages to the devices of their nodes. Messages for a node without a device are dropped: a client connected
 * with its key may not be its device.
 */
async function addressPushes(
  { tx, projectId }: Pick<Context, 'tx' | 'projectId'>,
  pushes: readonly Push[],
): Promise<AddressedPush[]> {
  const addressed: AddressedPush[] = [];
  for (const push of pushes) {
    const [node] = await devicesOf(tx, { projectId, nodeId: push.nodeId });
    if (node?.device_id != null) addressed.push({ ...push, deviceId: node.device_id });
  }
  return addressed;
}

const streamsOf = prepared((db, of: { readonly projectId: string; readonly now: number }) =>
  db
    .selectFrom('streams')
    .select(['id', 'nodes', 'variables', 'sends_values'])
    .where('project_id', '=', of.projectId)
    .where('expires', '>', of.now),
);

/** Returns the changes of a request that each stream of the project sends. */
async function addressChanges(
  { tx, projectId, now }: Pick<Context, 'tx' | 'projectId' | 'now'>,
  changes: readonly Change[],
): Promise<StreamMessage[]> {
  if (changes.length === 0) return [];
  const streams = await streamsOf(tx, { projectId, now });
  return streams.flatMap(({ id, nodes, variables, sends_values }) => {
    const nodeIds = new Set(JSON.parse(nodes) as string[]);
    const identifiers = new Set(JSON.parse(variables) as string[]);
    const sent = changes.filter((change) => {
      if (!nodeIds.has(change.nodeId)) return false;
      return change.kind === 'point' ? identifiers.has(change.variable) : sends_values === 1;
    });
    return sent.length === 0 ? [] : [{ projectId, streamId: id, changes: sent }];
  });
}

/** Dependencies of a request. */
interface RequestDeps extends Pick<
  Deps,
  | 'db'
  | 'clock'
  | 'ids'
  | 'handlers'
  | 'baseUrl'
  | 'fileKey'
  | 'storage'
  | 'fullSince'
  | 'pause'
  | 'emit'
> {
  /**
   * Waits until a large read may start.
   * @returns the pause function of the read
   * @throws RequestError if too many are running, or too much was read
   */
  readonly startRead: (projectId: string) => Promise<Pick<ReadContext, 'pause'>>;
}

interface OperationRequest<Id extends OperationId> {
  readonly operationId: Id;
  readonly projectId: string;
  readonly principal: Principal;
  readonly body: RequestBodies[Id];
}

/**
 * Runs an operation in its own transaction, which is committed before the response, and rolled back if the request is
 * rejected. A large read runs outside of a transaction.
 * @returns the fields next to the envelope
 * @throws RequestError if the request is rejected
 */
export async function runOperation<Id extends OperationId>(
  deps: RequestDeps,
  request: OperationRequest<Id>,
): Promise<JsonObject> {
  const { db, clock, ids, handlers, baseUrl, fileKey, pause, emit } = deps;
  const { storage, fullSince } = deps;
  const { operationId, projectId, principal, body } = request;
  const handler = Object.hasOwn(handlers, operationId) ? handlers[operationId] : undefined;
  if (!handler) {
    throw new RequestError(
      501,
      'sandbox::unknownoperation',
      `This sandbox has no operation "${operationId}".`,
    );
  }
  if ('largeRead' in handler) {
    const read = await deps.startRead(projectId);
    const now = clock.now();
    return handler.largeRead({ tx: db, projectId, principal, now, pause: read.pause }, body);
  }
  const done = await inTransaction(db, async (tx) => {
    const pushed: Push[] = [];
    const changes: Change[] = [];
    const endedNodes: { readonly nodeId: string; readonly exceptDeviceId?: string }[] = [];
    const context: Context = {
      tx,
      projectId,
      principal,
      ids,
      baseUrl,
      fileKey,
      storage,
      fullSince,
      pause,
      now: clock.now(),
      push: (message) => void pushed.push(message),
      publish: (change) => void changes.push(change),
      end: (nodeId, exceptDeviceId) => {
        endedNodes.push({ nodeId, ...(exceptDeviceId !== undefined && { exceptDeviceId }) });
      },
    };
    const response = await handler(context, body);
    const addressed = await addressPushes(context, pushed);
    const streamed = await addressChanges(context, changes);
    return { response, addressed, streamed, endedNodes };
  });
  for (const push of done.addressed) emit({ kind: 'push', projectId, push });
  for (const published of done.streamed) emit({ kind: 'publish', published });
  for (const node of done.endedNodes) emit({ kind: 'end', projectId, ...node });
  return done.response;
}

/** Whether an operation runs outside of a transaction, within the limits of large reads. */
export function isLargeRead(handlers: Deps['handlers'], id: OperationId): boolean {
  const handler = Object.hasOwn(handlers, id) ? handlers[id] : undefined;
  return handler !== undefined && 'largeRead' in handler;
}

/** Operations that a node can use without a device: they bind one, or confirm that its key is valid. */
const beforeBinding: ReadonlySet<string> = new Set([
  'device/binddevice',
  'device/check',
  'device/http-time-sync',
]);

/**
 * Checks that a principal may use an operation. The nodes, variables and keys of its policy are checked by the handlers.
 * @param id `platform/node-list`
 * @param permission that an access token needs; undefined if tokens cannot use the operation
 * @throws RequestError `auth::accessdenied`
 */
function permit(
  { principal, hasDevice }: Pick<Identity, 'principal' | 'hasDevice'>,
  id: string,
  permission: string | undefined,
): void {
  if (principal.kind === 'token') {
    if (permission === undefined)
      throw denied('This operation does not accept access tokens. Send the API key.');
    if (principal.policy.allow.includes(permission)) return;
    throw denied(`The policy of the access token does not allow "${permission}".`);
  }
  if (principal.kind === 'device' && !hasDevice && !beforeBinding.has(id)) {
    throw denied('The node has no device yet: use "Bind device", or "Authorize a device".');
  }
}

/** Creates the error for an invalid body, with its probable cause. */
function withHints(error: unknown, hints: () => readonly string[]): unknown {
  if (!(error instanceof RequestError) || error.status !== 400) return error;
  const { status, reason, message, code } = error;
  return new RequestError(status, reason, [message, ...hints()].join(' '), code);
}

/**
 * Runs an operation for an authenticated principal: checks permission and body, then calls the handler.
 * @returns the fields next to the envelope
 * @throws RequestError if the request is rejected
 */
export async function runRequest(
  deps: RequestDeps,
  entry: RunnableOperation,
  identity: Identity,
  sent: JsonValue | undefined,
): Promise<JsonObject> {
  const { id, permission, checkBody, bodyHints } = entry;
  const { projectId, principal } = identity;
  permit(identity, id, permission);
  try {
    const body = checkBody(sent);
    return await runOperation(deps, { operationId: id, projectId, principal, body });
  } catch (error) {
    throw withHints(error, () => bodyHints(sent));
  }
}
