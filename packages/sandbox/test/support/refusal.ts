import { CallError } from '../../src/core/errors.ts';

/** Status and reason that a call is refused with: `404 cmd::notfound`. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof CallError) return `${error.status} ${error.reason}`;
    throw error;
  }
  throw new Error('the call was not refused');
}
