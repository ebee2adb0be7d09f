import type { JsonValue } from '@anedya-docs/openapi-model';
import type { JsonObject } from '@anedya-docs/openapi-model/json-object';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../store/database.ts';
import type { components } from './request-bodies.generated.ts';
import type { FileKey } from './file-address.ts';
import type { StorageLimits } from './limits.ts';

/** Policy of an access token (specs/facts/platform-api.md, 2.8). */
export interface Policy {
  readonly resources: Readonly<
    Partial<
      Record<'nodes' | 'variables' | 'vsglobalscopes' | 'vskeys' | 'streams', readonly string[]>
    >
  >;
  readonly allow: readonly string[];
}

/** The authenticated principal of a request. */
export type Principal =
  | { readonly kind: 'apiKey' }
  | { readonly kind: 'token'; readonly tokenId: string; readonly policy: Policy }
  | {
      readonly kind: 'device';
      /** Node of the connection key. */
      readonly nodeId: string;
      readonly transport: 'http' | 'mqtt';
    }
  /** A request without a credential, or a device that is not bound yet. */
  | { readonly kind: 'anyone'; readonly transport: 'http' | 'mqtt' };

/** Source of ids and secrets; tests count. */
export interface Ids {
  /** A UUID that sorts by time (RFC 9562, 5.7). */
  uuid(): string;
  /** Lower-case hexadecimal characters, for keys. */
  hex(length: number): string;
  /** Letters and digits, for tokens. */
  alphanumeric(length: number): string;
}

/** SHA-256 of bytes (FIPS 180-4): 32 bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export type { JsonObject };

/** A message for the device of a node, on a topic that the platform pushes to. */
export interface Push {
  readonly nodeId: string;
  /** Topic below the device's prefix: `commands`, `valuestore/updates/json`. */
  readonly topic: string;
  readonly body: JsonObject;
}

/** A message for the device that the node had at the time of the request, and no other. */
export interface AddressedPush extends Push {
  readonly deviceId: string;
}

/** A value that a request has stored, for the streams of its project. */
export type Change =
  | {
      readonly kind: 'point';
      readonly nodeId: string;
      /** Identifier of the variable, and its type. */
      readonly variable: string;
      readonly type: string;
      readonly value: JsonValue;
      /** Milliseconds since 1970. */
      readonly timestamp: number;
    }
  | {
      /** A new value in the namespace of a node. */
      readonly kind: 'value';
      readonly nodeId: string;
      readonly key: string;
      readonly type: string;
      readonly value: JsonValue;
      /** Unix time in seconds. */
      readonly modified: number;
    };

/** Changes for the clients of one stream. */
export interface StreamMessage {
  readonly projectId: string;
  readonly streamId: string;
  readonly changes: readonly Change[];
}

/** Context of a read. All data belongs to one project. */
export interface ReadContext {
  /** The store, or the transaction of a request that writes. */
  readonly tx: Kysely<Database>;
  readonly projectId: string;
  readonly principal: Principal;
  /** Milliseconds since 1970; constant during a request. */
  readonly now: number;
  /**
   * Yields to other work. Await it after each query that may have returned many rows.
   * @param rows read or written since the last pause, or equivalent work; charged to the client
   * @throws RequestError if the client has disconnected
   */
  readonly pause: (rows: number) => Promise<void>;
}

/** Context of a handler. All reads and writes belong to one project and one transaction. */
export interface Context extends ReadContext {
  readonly tx: Transaction<Database>;
  readonly ids: Ids;
  /** Base URL of the sandbox, without a trailing slash. */
  readonly baseUrl: string;
  /** Signs the upload and download URLs below it. */
  readonly fileKey: FileKey;
  readonly storage: StorageLimits;
  /** When each project of this sandbox was found full of points, by its id. */
  readonly fullSince: Map<string, number>;
  /** Sends a message after the transaction is committed; not if it fails or the node has no device. */
  readonly push: (message: Push) => void;
  /** Sends a stored value to the streams that have it, after the transaction is committed. */
  readonly publish: (change: Change) => void;
  /**
   * Disconnects the clients of a node whose credentials were revoked, after the transaction is committed.
   * @param exceptDeviceId new device of the node, which stays connected
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
 * @throws RequestError if the request is rejected
 */
export type Handler<Id extends OperationId> = (
  context: Context,
  body: RequestBodies[Id],
) => Promise<JsonObject>;

/**
 * Implements an operation that can read many rows. It runs outside of a transaction, so that its pauses do not block other
 * requests, and only when the limits of large reads admit it.
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

/** Source of the current time; tests inject their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}
