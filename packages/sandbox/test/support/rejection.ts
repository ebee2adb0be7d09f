import { RequestError } from '../../src/core/errors.ts';

async function rejectedWith(request: Promise<unknown>): Promise<RequestError> {
  try {
    await request;
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error('the request was not rejected');
}

/** Status and reason code that a request is rejected with: `404 cmd::notfound`. */
export async function rejection(request: Promise<unknown>): Promise<string> {
  const { status, reason } = await rejectedWith(request);
  return `${status} ${reason}`;
}

/** Reason code that a request is rejected with. */
export async function rejectionReason(request: Promise<unknown>): Promise<string> {
  const { reason } = await rejectedWith(request);
  return reason;
}
