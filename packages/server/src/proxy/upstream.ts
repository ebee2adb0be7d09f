import type { Readable } from 'node:stream';
import type { ConnectionWays } from './connector.ts';
import { ProxyFault } from './fault.ts';
import { faults } from './faults.ts';
import type { ProxyOptions } from './options.ts';
import { OriginPool } from './origin-pool.ts';
import type { Policy } from './policy.ts';
import { createStartTls } from './sockets.ts';

export interface UpstreamCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Ends the call; its reason is what the call fails with. */
  readonly signal: AbortSignal;
}

export interface UpstreamAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

/** The hosts behind the proxy. */
export class Upstream {
  private readonly pools = new Map<string, OriginPool>();
  private readonly ways: ConnectionWays;

  constructor(
    private readonly policy: Policy,
    private readonly options: ProxyOptions,
  ) {
    this.ways = {
      resolve: options.resolve,
      dial: options.dial,
      startTls: createStartTls(options.ca),
      timeout: options.timeouts.connect,
    };
  }

  /**
   * Makes one call; follows nothing and repeats nothing.
   * @throws ProxyFault of the connection, `upstream_broken`, or the reason of the signal
   */
  async call({ url, method, headers, body, signal }: UpstreamCall): Promise<UpstreamAnswer> {
    try {
      const answer = await this.poolFor(url).request({
        path: url.pathname + url.search,
        method,
        headers,
        body: body ?? null,
        signal,
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    } catch (error) {
      throw error instanceof ProxyFault ? error : faults.upstreamBroken();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
  }

  /** One pool for each origin of the policy, so their number is bounded; each has as many connections as calls may run. */
  private poolFor(url: URL): OriginPool {
    const known = this.pools.get(url.origin);
    if (known) return known;
    const destination = this.policy.destinations.get(url.origin);
    if (!destination) throw faults.originNotServed(url.host);
    const secure = url.protocol === 'https:';
    const peer = {
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 443 : 80),
      secure,
      named: destination.named,
    };
    const pool = new OriginPool(url.origin, this.options.concurrency.all, peer, this.ways);
    this.pools.set(url.origin, pool);
    return pool;
  }
}
