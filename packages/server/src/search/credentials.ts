import type { FastifyRequest } from 'fastify';
import type { Credentials } from '@anedya-docs/search/protocol';

/** Where the site's configuration points when no hosted provider is set (site/docusaurus.config.ts). */
export const selfHosted: Credentials = { applicationId: 'self-hosted', apiKey: 'search-only' };

const single = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Credentials as the provider's clients send them: in headers, or in the query string to spare a preflight. */
export function credentialsOf(request: FastifyRequest): Partial<Credentials> {
  const query = request.query as Record<string, unknown>;
  const given = (name: string) => single(request.headers[name]) ?? single(query[name]);
  return {
    applicationId: given('x-algolia-application-id'),
    apiKey: given('x-algolia-api-key'),
  };
}
