import type { FastifyInstance } from 'fastify';
import type { Documents } from '../core/api/call-table.ts';

/** Header that says that a call behaves as a proposal, and why. */
export const provisionalHeader = 'x-sandbox-provisional';

/** Header with what is probably a mistake in a request that worked: unknown fields, times in another unit. */
export const warningHeader = 'x-sandbox-warning';

/** Headers that the credentials of the documents go into. */
function credentialHeaders({ platform, device }: Documents): string[] {
  const schemes = [...platform.securitySchemes, ...device.securitySchemes];
  const names = schemes.flatMap(({ header, extraHeaders, signatureHeaders }) => [
    ...[header, ...Object.keys(extraHeaders)],
    ...Object.values<string>({ ...signatureHeaders }),
  ]);
  return [...new Set(names)];
}

/**
 * Lets pages of any origin send requests and read the responses: what a call may do depends on the keys that it brings, and never on
 * cookies (https://fetch.spec.whatwg.org/#http-cors-protocol).
 */
export function allowAnyOrigin(app: FastifyInstance, documents: Documents): void {
  const own = ['Content-Type', 'Accept', 'Range', 'If-Range'];
  const allowed = [...own, ...credentialHeaders(documents)].join(', ');
  app.addHook('onRequest', (_request, reply, next) => {
    void reply
      .header('access-control-allow-origin', '*')
      .header(
        'access-control-expose-headers',
        `${provisionalHeader}, ${warningHeader}, retry-after, etag, allow, accept-ranges, content-range`,
      )
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff');
    next();
  });
  app.options('/*', (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS')
      .header('access-control-allow-headers', allowed)
      .header('access-control-max-age', '86400')
      .send(),
  );
}
