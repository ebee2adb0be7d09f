import { CallError } from '../call-error.ts';
import type { Context } from '../context.ts';
import { latestTime } from './time.ts';

/**
 * Time of a submitted entry, in milliseconds; 0 stands for that of the server.
 * @throws CallError for a time before 1970, or so late that it cannot be in milliseconds
 */
export function submittedTime({ now }: Context, timestamp: number): number {
  if (timestamp === 0) return now;
  if (timestamp > 0 && timestamp <= latestTime) return timestamp;
  throw new CallError(
    400,
    'generic::malformedrequest',
    `"timestamp" is ${timestamp}. Send Unix milliseconds, or 0 for the time of the server.`,
  );
}
