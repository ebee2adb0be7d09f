import type { JsonObject } from '../core/context.ts';

/** An authenticated device, with its node and project. */
export interface DeviceSession {
  readonly projectId: string;
  readonly nodeId: string;
  /** Client id of the device, in lower case. */
  readonly deviceId: string;
}

/** Reason why a device may not connect: its connection key is unknown, or belongs to a node that the device is not bound to. */
export type AccessError = 'badCredentials' | 'notAuthorized';

/** Error of a rejected request, as in its response. */
export interface RequestFailure {
  /** Numeric error code of the Device API; not zero. */
  readonly code: number;
  /** Error text for people: what was wrong and what to do. */
  readonly message: string;
}

export type RequestOutcome =
  | {
      /** Fields of the response other than the envelope. */
      readonly ok: JsonObject;
      /** Probable mistakes in the request that are not errors, in sentences. */
      readonly hints?: readonly string[];
    }
  | { readonly rejected: RequestFailure };

/** Platform operations that the broker uses. */
export interface DeviceApi {
  /**
   * Does the work of a request when it is its client's turn. Without it, the work starts at once.
   * @param client key that limits count the client under
   * @throws RequestError if too much work of the client waits
   */
  readonly inTurn?: <T>(client: string, operationId: string, work: () => Promise<T>) => Promise<T>;
  /**
   * Looks up a connecting device.
   * @param deviceId UUID in lower case
   * @param connectionKey password of the connection
   */
  authenticate(deviceId: string, connectionKey: string): Promise<DeviceSession | AccessError>;
  /**
   * Runs an operation for a connected device. It checks the credentials again, which may have been revoked since the device
   * connected. When it resolves with `ok`, all writes are committed.
   * @param body request, not yet validated
   */
  request(session: DeviceSession, operationId: string, body: JsonObject): Promise<RequestOutcome>;
}
