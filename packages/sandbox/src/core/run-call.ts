import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { addressPushes } from './address-pushes.ts';
import type { Caller } from './caller.ts';
import { CallError } from './call-error.ts';
import type { Clock } from './clock.ts';
import type { AddressedPush, Context, Handlers, JsonObject, Push, ReadContext } from './context.ts';
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
  /** Lets other work run between two parts of a call that writes much. */
  readonly pause: ReadContext['pause'];
  /**
   * Waits until a large read may start.
   * @returns what it pauses with
   * @throws CallError when too many are running, or too much has been read
   */
  readonly startRead: (projectId: string) => Promise<Pick<ReadContext, 'pause'>>;
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
 * refused. A large read runs outside of a transaction.
 * @returns the fields beside the envelope
 * @throws CallError when the call is refused
 */
export async function runCall(surroundings: Surroundings, call: Call): Promise<JsonObject> {
  const { db, clock, ids, handlers, filesUrl, fileKey, pause, deliver, ended } = surroundings;
  const { operationId, projectId, caller, body } = call;
  const handler = Object.hasOwn(handlers, operationId) ? handlers[operationId] : undefined;
  if (!handler) {
    throw new CallError(501, 'sandbox::unknowncall', `This sandbox has no call "${operationId}".`);
  }
  if ('largeRead' in handler) {
    const read = await surroundings.startRead(projectId);
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
    const answer = await handler(context, body);
    return { answer, addressed: await addressPushes(context, pushed), endedNodes };
  });
  for (const message of done.addressed) deliver(projectId, message);
  for (const node of done.endedNodes) ended?.(projectId, ...node);
  return done.answer;
}
