import type { Deps } from '../deps.ts';
import { addressPushes } from './address-pushes.ts';
import type { Caller } from './caller.ts';
import { CallError } from './call-error.ts';
import type { Context, JsonObject, Push, ReadContext } from './context.ts';
import { inTransaction } from './transaction.ts';

/** Dependencies of a call. Without `fileKey`, calls that return a signed URL fail. */
export type CallDeps = Pick<
  Deps,
  'db' | 'clock' | 'ids' | 'handlers' | 'filesUrl' | 'pause' | 'deliver' | 'ended'
> &
  Partial<Pick<Deps, 'fileKey'>> & {
    /**
     * Waits until a large read may start.
     * @returns what it pauses with
     * @throws CallError when too many are running, or too much has been read
     */
    readonly startRead: (projectId: string) => Promise<Pick<ReadContext, 'pause'>>;
  };

export interface Call {
  readonly operationId: string;
  readonly projectId: string;
  readonly caller: Caller;
  readonly body: JsonObject;
}

/**
 * Runs one call in its own transaction, which is committed before the response and rolled back when the call is rejected.
 * A large read runs outside of a transaction.
 * @returns the fields beside the envelope
 * @throws CallError when the call is rejected
 */
export async function runCall(deps: CallDeps, call: Call): Promise<JsonObject> {
  const { db, clock, ids, handlers, filesUrl, fileKey, pause, deliver, ended } = deps;
  const { operationId, projectId, caller, body } = call;
  const handler = Object.hasOwn(handlers, operationId) ? handlers[operationId] : undefined;
  if (!handler) {
    throw new CallError(501, 'sandbox::unknowncall', `This sandbox has no call "${operationId}".`);
  }
  if ('largeRead' in handler) {
    const read = await deps.startRead(projectId);
    const now = clock.now();
    return handler.largeRead({ tx: db, projectId, caller, now, pause: read.pause }, body);
  }
  const done = await inTransaction(db, async (tx) => {
    const pushed: Push[] = [];
    const endedNodes: Parameters<Context['end']>[] = [];
    const context: Context = {
      tx,
      projectId,
      caller,
      ids,
      filesUrl,
      fileKey,
      pause,
      now: clock.now(),
      push: (message) => void pushed.push(message),
      end: (...node) => void endedNodes.push(node),
    };
    const response = await handler(context, body);
    return { response, addressed: await addressPushes(context, pushed), endedNodes };
  });
  for (const message of done.addressed) deliver(projectId, message);
  for (const node of done.endedNodes) ended?.(projectId, ...node);
  return done.response;
}
