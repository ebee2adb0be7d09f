import type { JsonObject } from '../core/context.ts';

/** A device that has shown its credentials: which node of which project it speaks for. */
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

/** What the broker asks of the platform. */
export interface DeviceCalls {
  /**
   * Looks up who connects.
   * @param deviceId UUID in lower case
   * @param connectionKey password of the connection
   */
  authenticate(deviceId: string, connectionKey: string): Promise<DeviceSession | AccessError>;
  /**
   * Makes a call for a connected device. Credentials may have ended since it connected, so they are looked up again.
   * When it resolves with `ok`, what the call has written is there to stay.
   * @param body request without `reqId`; nothing about it is checked yet
   * @returns the response fields beside the envelope
   */
  call(session: DeviceSession, operationId: string, body: JsonObject): Promise<CallOutcome>;
}
