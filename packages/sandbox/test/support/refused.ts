import { CallError } from '../../src/core/errors.ts';

/** The reason of a refused call. A call that works, or fails otherwise, is an error of the test. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof CallError) return error.reason;
    throw error;
  }
  throw new Error('the call was not refused');
}
