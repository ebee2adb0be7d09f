import type { Clock } from '../core/context.ts';
import { localSharedState, type SharedState } from './shared-state.ts';
import { RedisSharedState } from './redis.ts';

export { localSharedState } from './shared-state.ts';
export type { RateLimit, SharedMessage, SharedState } from './shared-state.ts';

export interface SharedStateOptions {
  /** Redis server that connects the servers on one store; without it, there is only one server. */
  readonly redisUrl?: string | undefined;
  readonly clock: Clock;
  /** Called with one sentence when Redis becomes unavailable, and when it is back. It contains no secret. */
  readonly report: (message: string) => void;
}

/**
 * Opens what servers on one store share. It is passed to `createSandbox` and to `MqttBroker.start`, and closed after both.
 * @throws TypeError for a URL that is none of Redis
 */
export async function openSharedState(options: SharedStateOptions): Promise<SharedState> {
  const { redisUrl: url, clock, report } = options;
  return url === undefined
    ? localSharedState(clock)
    : RedisSharedState.open({ url, clock, report });
}
