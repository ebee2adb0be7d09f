import type { JsonValue } from '@anedya-docs/openapi-model';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../store/database.ts';
import type { components } from './api/request-bodies.generated.ts';
import type { FileKey } from './ota/files.ts';

/** Policy of an access token (reference/platform-api.md, 2.8). */
export interface Policy {
  readonly resources: Readonly<
    Partial<
      Record<'nodes' | 'variables' | 'vsglobalscopes' | 'vskeys' | 'streams', readonly string[]>
    >
  >;
  readonly allow: readonly string[];
}

/** Who makes a call, after its credential has been checked. */
export type Caller =
  | { readonly kind: 'apiKey' }
  | { readonly kind: 'token'; readonly tokenId: string; readonly policy: Policy }
  | {
      readonly kind: 'device';
      /** Node the connection key belongs to. */
      readonly nodeId: string;
      readonly transport: 'http' | 'mqtt';
    }
  /** A call that takes no credential, or a device that is not bound yet. */
  | { readonly kind: 'anyone'; readonly transport: 'http' | 'mqtt' };

/** Where ids and secrets come from; tests count. */
export interface Ids {
  /** A UUID that sorts by time (RFC 9562, 5.7). */
  uuid(): string;
  /** Lower-case hexadecimal characters, for keys. */
  hex(length: number): string;
  /** Letters and digits, for tokens. */
  alphanumeric(length: number): string;
}

export type JsonObject = Record<string, JsonValue>;

/** A message for the device of a node, on one of the topics that the platform pushes to. */
export interface Push {
  readonly nodeId: string;
  /** Topic below the device's prefix: `commands`, `valuestore/updates/json`. */
  readonly topic: string;
  readonly body: JsonObject;
}

/** A message for the device that the node had when the call was done, and for no other. */
export interface AddressedPush extends Push {
  readonly deviceId: string;
}

/**
 * Called after credentials have ended.
 * @param nodeId undefined for all nodes of the project
 * @param exceptDeviceId device of the node whose credentials have not ended
 */
export type Ended = (projectId: string, nodeId?: string, exceptDeviceId?: string) => void;

/** What a read works with. All it reads belongs to one project. */
export interface ReadContext {
  /** The store, or the transaction of a call that writes. */
  readonly tx: Kysely<Database>;
  readonly projectId: string;
  readonly caller: Caller;
  /** Milliseconds since 1970, the same during the whole call. */
  readonly now: number;
  /**
   * Lets other work run between two parts of long work. To be awaited after each query that may have returned many rows.
   * @param rows those read or written since the last pause, or work that takes as long; the caller is charged for it
   * @throws CallError when the client has gone
   */
  readonly pause: (rows: number) => Promise<void>;
}

/** What a handler works with. All it reads and writes belongs to one project and one transaction. */
export interface Context extends ReadContext {
  readonly tx: Transaction<Database>;
  readonly ids: Ids;
  /** Base URL that signed upload and download addresses start with, without a slash at the end. */
  readonly filesUrl: string;
  /** Signs those addresses; without it, the calls that hand out one fail. */
  readonly fileKey?: FileKey;
  /** Delivered after the transaction is committed; not when it fails, nor when the node has no device. */
  readonly push: (message: Push) => void;
  /**
   * Ends the connections of a node whose credentials end with this call, after the transaction is committed.
   * @param exceptDeviceId device of the node from now on, whose connection stays
   */
  readonly end: (nodeId: string, exceptDeviceId?: string) => void;
}

/** Request bodies by operation: `platform/node-create`, `device/submitdata`. */
export type RequestBodies = components['schemas'];

/** Id of an operation of either API. */
export type OperationId = keyof RequestBodies;

/**
 * Implements one operation. The body was validated against the request schema of the operation.
 * @returns the response fields next to the envelope
 * @throws CallError if the request is rejected
 */
export type Handler<Id extends OperationId> = (
  context: Context,
  body: RequestBodies[Id],
) => Promise<JsonObject>;

/**
 * Implements an operation that can read many rows. It runs outside of a transaction, so that no other request waits for its
 * pauses, and only when the limits of reads admit it.
 */
export type ReadHandler<Id extends OperationId> = (
  context: ReadContext,
  body: RequestBodies[Id],
) => Promise<JsonObject>;

/** Marks a handler that runs outside of a transaction. */
interface LargeRead<Id extends OperationId> {
  readonly largeRead: ReadHandler<Id>;
}

/** The handler of each operation. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> | LargeRead<Id> };

/** Where time comes from; tests move their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}
