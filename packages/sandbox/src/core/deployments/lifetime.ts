import { DateTime } from 'luxon';
import { CallError } from '../call-error.ts';
import { latestTime } from '../data/time.ts';

/** Calendar years of a deployment (reference/platform-api.md, 2.10). */
const years = { usual: 1, most: 5 } as const;

function reject(message: string): never {
  throw new CallError(400, 'generic::malformedrequest', message);
}

/**
 * Start and end of a deployment, in milliseconds since 1970. Without an expiry it ends 1 year after its start.
 * @param start Unix seconds
 * @param expiry Unix seconds
 * @param now milliseconds since 1970
 * @throws CallError `generic::malformedrequest` for a start in another unit, and for an end before the start, in the past or more than 5 years after the start
 */
export function lifetime(start: number, expiry: number | undefined, now: number) {
  const from = DateTime.fromSeconds(start, { zone: 'utc' });
  if (start < 0 || start * 1000 > latestTime) {
    reject(`"deploymentStart" is ${start}; send Unix seconds.`);
  }
  const latest = from.plus({ years: years.most }).toMillis();
  const expires =
    expiry === undefined ? from.plus({ years: years.usual }).toMillis() : expiry * 1000;
  if (expires <= from.toMillis()) reject('"deploymentExpiry" must lie after "deploymentStart".');
  if (expires > latest) {
    reject(`"deploymentExpiry" must lie within ${years.most} years of "deploymentStart".`);
  }
  if (expires <= now) reject('The deployment would have expired already. Both times are seconds.');
  return { starts: from.toMillis(), expires };
}
