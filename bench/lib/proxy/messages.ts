/** Messages between the benchmark and the upstream process. */
export type Order =
  | { readonly order: 'setup'; readonly proxyOrigin: string }
  | { readonly order: 'latency'; readonly calls: number }
  | { readonly order: 'rate'; readonly milliseconds: number }
  | { readonly order: 'hold'; readonly calls: number }
  | { readonly order: 'release' };

export interface Ready {
  readonly port: number;
  /** Certificate of the authority behind the upstream, as PEM. */
  readonly ca: string;
}

/** Milliseconds of each call. */
export interface Latency {
  readonly direct: readonly number[];
  readonly proxied: readonly number[];
}

/** Calls per second. */
export interface Rate {
  readonly direct: number;
  readonly proxied: number;
}
