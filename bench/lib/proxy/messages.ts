/** Messages between the benchmark and the upstream process. */
export type Order =
  | { readonly order: 'setup'; readonly proxyOrigin: string }
  | { readonly order: 'latency'; readonly requests: number }
  | { readonly order: 'rate'; readonly milliseconds: number }
  | { readonly order: 'hold'; readonly requests: number }
  | { readonly order: 'release' };

export interface Ready {
  readonly port: number;
  /** Certificate of the upstream's authority, in PEM format. */
  readonly ca: string;
}

/** Milliseconds of each request. */
export interface Latency {
  readonly direct: readonly number[];
  readonly proxied: readonly number[];
}

/** Requests per second. */
export interface Rate {
  readonly direct: number;
  readonly proxied: number;
}
