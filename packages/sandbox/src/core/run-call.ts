import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { addressPushes } from './address-pushes.ts';
import type { Caller } from './caller.ts';
import { CallError } from './call-error.ts';
import type { Clock } from './clock.ts';
import type { AddressedPush, Context, Handlers, JsonObject, Push } from './context.ts';
import type { Ids } from './ids.ts';
import type { FileKey } from './ota/files.ts';
import { inTransaction } from './transaction.ts';

/** What every call shares. */
export interface Surroundings {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly handlers: Handlers;
  readonly filesUrl: string;
  readonly fileKey?: FileKey;
  /** Delivers a message to a device that is connected now; others find it when they ask. */
  readonly deliver: (projectId: string, message: AddressedPush) => void;
  /** Told of a node whose credentials have ended, or of a whole project, after that is done. */
  readonly ended?: Ended;
}

/**
 * @param nodeId nothing for all nodes of the project
 * @param exceptDeviceId device of the node whose credentials have not ended
 */
export type Ended = (projectId: string, nodeId?: string, exceptDeviceId?: string) => void;

export interface Call {
  readonly operationId: string;
  readonly projectId: string;
  readonly caller: Caller;
  readonly body: JsonObject;
}

/**
 * Runs one call in a transaction of its own: what it has written is there when it answers, and nothing of it when it is
 * refused.
 * @returns the fields beside the envelope
 * @throws CallError when the call is refused
 */
export async function runCall(surroundings: Surroundings, call: Call): Promise<JsonObject> {
  const { db, clock, ids, handlers, filesUrl, fileKey, deliver, ended } = surroundings;
  const { operationId, projectId, caller, body } = call;
  const handler = Object.hasOwn(handlers, operationId) ? handlers[operationId] : undefined;
  if (!handler) {
    throw new CallError(501, 'sandbox::unknowncall', `This sandbox has no call "${operationId}".`);
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
      now: clock.now(),
      push: (message) => void pushed.push(message),
      end: (...node) => void endedNodes.push(node),
    };
    const answer = await handler(context, body);
    return { answer, addressed: await addressPushes(context, pushed), endedNodes };
  });
  for (const message of done.addressed) deliver(projectId, message);
  for (const node of done.endedNodes) ended?.(projectId, ...node);
  return done.answer;
}
