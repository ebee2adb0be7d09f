import { CallError } from '../../src/core/errors.ts';

async function rejectedWith(call: Promise<unknown>): Promise<CallError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
  throw new Error('the request was not rejected');
}

/** Status and reason code that a request is rejected with: `404 cmd::notfound`. */
export async function rejection(call: Promise<unknown>): Promise<string> {
  const { status, reason } = await rejectedWith(call);
  return `${status} ${reason}`;
}

/** Reason code that a request is rejected with. */
export async function rejectionReason(call: Promise<unknown>): Promise<string> {
  const { reason } = await rejectedWith(call);
  return reason;
}
