import { lookup } from 'node:dns/promises';
import { limits } from '../limits.ts';
import type { SlotLimits } from './slots.ts';

export interface RateLimits {
  /** Milliseconds. */
  readonly window: number;
  /** Calls of all clients in a window. */
  readonly all: number;
  /** Calls of one client in a window. */
  readonly client: number;
}

/** Bounds and ways out, which tests and benchmarks replace. */
export interface ProxyOptions {
  /** Addresses of a name. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  /** Where the socket for a checked address goes. */
  readonly dial: (address: string, port: number) => { host: string; port: number };
  /** A certificate authority to trust beside those of Node, as PEM. */
  readonly ca?: string;
  readonly concurrency: SlotLimits;
  readonly rate: RateLimits;
  readonly timeouts: {
    /** For name, TCP and TLS together, in milliseconds. */
    readonly connect: number;
    /** From the whole request to the last byte of the answer, in milliseconds. */
    readonly total: number;
  };
}

/** The way out in production: the system's resolver, IPv4 first, since not every machine has a route for IPv6. */
export const defaultProxyOptions: ProxyOptions = {
  resolve: async (hostname) => {
    const found = await lookup(hostname, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  },
  dial: (address, port) => ({ host: address, port }),
  concurrency: limits.proxy.concurrency,
  rate: limits.proxy.rate,
  timeouts: limits.proxy.timeouts,
};
