import type { FastifyInstance } from 'fastify';
import { liteClient, type LiteClient } from 'algoliasearch/lite';

/** One exchange as it went over the wire. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    /** Without what differs from one client or request to the next. */
    readonly query: Readonly<Record<string, string>>;
    readonly contentType: string | undefined;
    readonly body: unknown;
  };
  readonly answer: { readonly status: number; readonly body: unknown };
}

/**
 * The provider's client, set up as in a browser, whose requests go into a server without a socket.
 * @returns the client, and the exchanges it made
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
        const answer = await app.inject({
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
          answer: { status: answer.statusCode, body: answer.json() },
        });
        return { status: answer.statusCode, content: answer.body, isTimedOut: false };
      },
    },
  });
  return { client, exchanges };
}
