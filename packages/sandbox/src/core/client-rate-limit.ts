import { blocksOf } from '../serve/fairness/index.ts';
import type { Rate } from './limits.ts';
import type { RateLimit, SharedState } from './shared-state.ts';

/** How many times the rate of a client applies to the blocks of addresses that it counts in. */
const shares = [1, 2, 4] as const;

/**
 * Creates a rate that counts clients, and larger blocks of their addresses with larger limits.
 * @param name of the rate, the same on all servers
 */
export function clientRateLimit(
  shared: Pick<SharedState, 'rateLimit'>,
  name: string,
  { burst, perSecond }: Rate,
): RateLimit {
  const limits = new Map<number, RateLimit>(
    shares.map((share) => [
      share,
      shared.rateLimit(`${name} ${share}`, { burst: share * burst, perSecond: share * perSecond }),
    ]),
  );
  const ofAll = async (
    client: string,
    ask: (limit: RateLimit, key: string) => Promise<boolean>,
  ) => {
    const asked = blocksOf(client).map(async ({ key, share }) => {
      const limit = limits.get(share);
      return limit === undefined || (await ask(limit, key));
    });
    return !(await Promise.all(asked)).includes(false);
  };
  const hasCapacity: RateLimit['hasCapacity'] = (client) =>
    ofAll(client, (limit, key) => limit.hasCapacity(key));
  return {
    hasCapacity,
    // What is rejected for one block must not count for another one.
    take: async (client) =>
      (await hasCapacity(client)) && (await ofAll(client, (limit, key) => limit.take(key))),
  };
}
