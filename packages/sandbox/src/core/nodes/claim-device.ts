import { CallError } from '../call-error.ts';
import { isUniqueViolation } from '../unique-violation.ts';

/** The error for a device id that another node has. */
export function deviceTaken(deviceId: string): CallError {
  return new CallError(
    409,
    'node::devidexists',
    `Another node of this project already uses the device id ${deviceId}.`,
  );
}

/**
 * Runs a write that gives a node its device. That a device has one node is a constraint of the store, so two calls at the
 * same time cannot both succeed.
 * @throws CallError `node::devidexists` when another node has the device
 */
export async function claimDevice<T>(deviceId: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw deviceTaken(deviceId);
    throw error;
  }
}
