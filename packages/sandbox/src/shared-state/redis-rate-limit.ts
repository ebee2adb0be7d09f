import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from '../mqtt/token-bucket.ts';
import type { RedisClient } from './redis-connection.ts';
import type { RateLimit } from './shared-state.ts';

/**
 * A rate that servers count together: `burst` in a window that lets `perSecond` through in the long run. While Redis is
 * away, the server counts alone.
 */
export function redisRateLimit(
  client: RedisClient,
  name: string,
  { burst, perSecond }: Rate,
  alone: RateLimit,
): RateLimit {
  const limiter = new RateLimiterRedis({
    storeClient: client,
    useRedisPackage: true,
    keyPrefix: `anedya-sandbox:rate:${name}`,
    points: burst,
    duration: Math.ceil(burst / perSecond),
    rejectIfRedisNotReady: true,
  });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
        return true;
      } catch (error) {
        // The library rejects with the count when it is used up, and with an error when Redis fails.
        return error instanceof RateLimiterRes ? false : alone.take(key);
      }
    },
    async hasCapacity(key) {
      try {
        const count = await limiter.get(key);
        return count === null || count.consumedPoints < burst;
      } catch {
        return alone.hasCapacity(key);
      }
    },
  };
}
