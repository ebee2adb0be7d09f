import type { FastifyInstance } from 'fastify';
import { liteClient, type LiteClient } from 'algoliasearch/lite';

/** One exchange on the wire. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Without values that differ between clients or requests. */
    readonly query: Readonly<Record<string, string>>;
    readonly contentType: string | undefined;
    readonly body: unknown;
  };
  readonly response: { readonly status: number; readonly body: unknown };
}

/**
 * Creates the provider's client, configured as in a browser, whose requests are injected into a server.
 * @returns the client, and its exchanges
 */
export function recordedClient(app: FastifyInstance): {
  client: LiteClient;
  exchanges: Exchange[];
} {
  const exchanges: Exchange[] = [];
  const client = liteClient('self-hosted', 'search-only', {
    authMode: 'WithinQueryParameters',
    hosts: [{ url: 'docs.example.org', accept: 'readWrite', protocol: 'https' }],
    requester: {
      send: async ({ url, method, headers, data }) => {
        const { pathname, search, searchParams } = new URL(url);
        const payload = typeof data === 'string' ? data : '';
        const response = await app.inject({
          method: method as 'POST',
          url: pathname + search,
          headers,
          payload,
        });
        searchParams.delete('x-algolia-agent');
        searchParams.delete('x-algolia-request-id');
        exchanges.push({
          request: {
            method,
            path: pathname,
            query: Object.fromEntries(searchParams),
            contentType: headers['content-type'],
            body: JSON.parse(payload),
          },
          response: { status: response.statusCode, body: response.json() },
        });
        return { status: response.statusCode, content: response.body, isTimedOut: false };
      },
    },
  });
  return { client, exchanges };
}
