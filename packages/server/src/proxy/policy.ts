import type { ApiAccess } from './api-access.ts';

/** An origin the proxy may call. */
export interface Destination {
  /** Paths below which it may call; each starts and ends with a slash. */
  readonly basePaths: readonly string[];
  /** Named by the operator: its addresses are not checked, for it may well be an inner one. */
  readonly named: boolean;
}

/** What the proxy lets through. */
export interface Policy {
  /** By origin, as the WHATWG URL standard serializes it. */
  readonly destinations: ReadonlyMap<string, Destination>;
  readonly methods: ReadonlySet<string>;
  /** Names of request headers, in lower case. */
  readonly requestHeaders: ReadonlySet<string>;
}

/** Content negotiation, beside the headers that the documents name. */
const negotiation = ['content-type', 'accept'];

/**
 * Joins what the API documents need and what the operator adds.
 * @param named origins such as `http://localhost:4010`; they may be called at any path
 */
export function createPolicy(apis: readonly ApiAccess[], named: readonly string[]): Policy {
  const destinations = new Map<string, Destination>();
  for (const { origin, basePath } of apis.flatMap(({ servers }) => servers)) {
    const known = destinations.get(origin)?.basePaths ?? [];
    destinations.set(origin, { basePaths: [...new Set([...known, basePath])], named: false });
  }
  for (const origin of named) destinations.set(origin, { basePaths: ['/'], named: true });
  return {
    destinations,
    methods: new Set(apis.flatMap(({ methods }) => methods)),
    requestHeaders: new Set([...negotiation, ...apis.flatMap(({ headers }) => headers)]),
  };
}
