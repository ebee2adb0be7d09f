import { CallError } from './call-error.ts';
import { limits } from './limits.ts';

/**
 * The rejection of a read whose response would have more than `limits.reads.responseBytes`.
 * @param advice sentence that says how to read less
 */
export function responseTooLarge(advice: string): CallError {
  const text = `The response would have more than ${limits.reads.responseBytes} bytes, the most that this sandbox sends. ${advice}`;
  return new CallError(413, 'sandbox::responsetoolarge', text);
}
