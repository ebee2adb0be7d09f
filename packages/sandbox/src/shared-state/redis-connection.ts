import { createClient } from '@redis/client';

/** Milliseconds. A call waits this long for Redis at most, then goes on alone. */
const patience = 1000;
const longestPause = 2000;
const heartbeat = 10_000;

/** Makes a client that is not connected yet. It connects again by itself, for as long as it takes. */
export function redisClient(url: string) {
  return createClient({
    url,
    // Requests made while Redis is away fail at once instead of waiting for it.
    disableOfflineQueue: true,
    pingInterval: heartbeat,
    commandOptions: { timeout: patience },
    socket: {
      connectTimeout: patience,
      reconnectStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), longestPause),
    },
  });
}

export type RedisClient = ReturnType<typeof redisClient>;
