import type { Readable } from 'node:stream';
import type { SlotLimits } from '@anedya-docs/sandbox/fairness';
import { Pool, type Dispatcher } from 'undici';
import { limits } from '../limits.ts';
import {
  createConnector,
  systemNetwork,
  type Network,
  type OpenConnection,
  type Peer,
} from './connection.ts';
import { ProxyError, proxyErrors } from './errors.ts';
import type { ResponseHeaders } from './headers.ts';
import type { Policy } from './policy.ts';

/** Network and limits of the proxy; tests and benchmarks replace them. */
export interface ProxyOptions extends Network {
  readonly concurrency: SlotLimits;
  /** Requests in a window, which is in milliseconds: of all clients, and of one. */
  readonly rate: { readonly window: number; readonly all: number; readonly client: number };
  readonly timeouts: {
    /** For name, TCP and TLS together, in milliseconds. */
    readonly connect: number;
    /** From the complete request to the last byte of the response, in milliseconds. */
    readonly total: number;
  };
}

export const defaultProxyOptions: ProxyOptions = {
  ...systemNetwork,
  concurrency: limits.proxy.concurrency,
  rate: limits.proxy.rate,
  timeouts: limits.proxy.timeouts,
};

interface UpstreamRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  /** Cancels the request, which then fails with the reason of the signal. */
  readonly signal: AbortSignal;
}

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Readable;
}

/** Keep-alive connections to one origin. The address is checked whenever a connection is opened. */
class OriginPool {
  private readonly pool: Pool;
  /** Requests that wait for the head of their response. */
  private waiting = 0;

  constructor(origin: string, connections: number, peer: Peer, openConnection: OpenConnection) {
    this.pool = new Pool(origin, {
      connections,
      // The total timeout of a request covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, callback) => {
        // After a request is canceled, undici opens a connection for it before it notices that no request is pending.
        const opening =
          this.waiting > 0 ? openConnection(peer) : Promise.reject(proxyErrors.upstreamBroken());
        opening.then(
          (socket) => callback(null, socket),
          (error: unknown) => callback(error as Error, null),
        );
      },
    });
  }

  async request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    this.waiting += 1;
    try {
      return await this.pool.request(options);
    } finally {
      this.waiting -= 1;
    }
  }

  destroy(): Promise<void> {
    return this.pool.destroy();
  }
}

/** The hosts that the proxy forwards to. */
export class Upstream {
  private readonly pools = new Map<string, OriginPool>();
  private readonly openConnection: OpenConnection;

  constructor(
    private readonly policy: Policy,
    private readonly options: ProxyOptions,
  ) {
    this.openConnection = createConnector(options, options.timeouts.connect);
  }

  /**
   * Sends one request; follows no redirect and retries nothing.
   * @throws ProxyError of the connection, `upstream_broken`, or the reason of the signal
   */
  async send({ url, method, headers, body, signal }: UpstreamRequest): Promise<UpstreamResponse> {
    try {
      const response = await this.poolFor(url).request({
        path: url.pathname + url.search,
        method,
        headers,
        body: body ?? null,
        signal,
      });
      return { status: response.statusCode, headers: response.headers, body: response.body };
    } catch (error) {
      throw error instanceof ProxyError ? error : proxyErrors.upstreamBroken();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
  }

  /** One pool per origin of the policy, so their number is limited. Each may open as many connections as requests may run. */
  private poolFor(url: URL): OriginPool {
    const known = this.pools.get(url.origin);
    if (known) return known;
    const destination = this.policy.destinations.get(url.origin);
    if (!destination) throw proxyErrors.originNotServed(url.host);
    const isSecure = url.protocol === 'https:';
    const peer = {
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (isSecure ? 443 : 80),
      isSecure,
      isConfigured: destination.isConfigured,
    };
    const pool = new OriginPool(
      url.origin,
      this.options.concurrency.all,
      peer,
      this.openConnection,
    );
    this.pools.set(url.origin, pool);
    return pool;
  }
}
