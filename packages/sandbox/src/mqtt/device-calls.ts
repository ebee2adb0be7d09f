import type { JsonObject } from '../core/context.ts';

/** An authenticated device, with its node and project. */
export interface DeviceSession {
  readonly projectId: string;
  readonly nodeId: string;
  /** Client id of the device, in lower case. */
  readonly deviceId: string;
}

/**
 * Why a device may not connect: its connection key is unknown, or the key is one of a node that this device is not
 * bound to.
 */
export type AccessError = 'badCredentials' | 'notAuthorized';

/** The error of a rejected call, as the response states it. */
export interface CallFailure {
  /** Numeric code of the Device API; not zero. */
  readonly code: number;
  /** Text for humans: what was wrong and what to do. */
  readonly message: string;
}

export type CallOutcome = { readonly ok: JsonObject } | { readonly rejected: CallFailure };

/** The operations of the platform that the broker uses. */
export interface DeviceCalls {
  /**
   * Looks up the device that connects.
   * @param deviceId UUID in lower case
   * @param connectionKey password of the connection
   */
  authenticate(deviceId: string, connectionKey: string): Promise<DeviceSession | AccessError>;
  /**
   * Makes a call for a connected device. Credentials may have been revoked since it connected, so they are checked again.
   * When it resolves with `ok`, what the call wrote is committed.
   * @param body request without `reqId`, not yet validated
   * @returns the response fields beside the envelope
   */
  call(session: DeviceSession, operationId: string, body: JsonObject): Promise<CallOutcome>;
}
