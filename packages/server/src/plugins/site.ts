import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteFiles } from '../site-files.ts';

export interface Options {
  readonly root: string;
  readonly files: SiteFiles;
}

const allowed = 'GET, HEAD';

/** Splits a request target into path and query; the query keeps its question mark. */
function splitTarget(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, at), query: target.slice(at) };
}

/**
 * Serves the built site: a file only at its exact path, redirects to canonical paths, the not-found page with status
 * 404 for the rest. Compression was done at build time; `Accept-Encoding` chooses the variant (RFC 9110, 12.5.3).
 */
export default async function site(app: FastifyInstance, { root, files }: Options): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // Every file has a variant by encoding, so every answer differs by it.
    setHeaders: (response) => {
      response.setHeader('vary', 'Accept-Encoding');
    },
  });

  function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // A condition on the page that is not there must not turn the 404 into a 304, a 206 or a 412.
    const { headers } = request.raw;
    delete headers['if-match'];
    delete headers['if-none-match'];
    delete headers['if-modified-since'];
    delete headers['if-unmodified-since'];
    delete headers.range;
    return reply.code(404).header('cache-control', 'no-cache').sendFile('404.html');
  }

  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return reply
        .code(405)
        .header('allow', allowed)
        .header('cache-control', 'no-store')
        .send({ error: 'method_not_allowed', message: `This path takes ${allowed}` });
    }
    const { path, query } = splitTarget(request.url);
    const resolution = files.resolve(path);
    if (resolution.kind === 'redirect') return reply.redirect(resolution.to + query, 308);
    if (resolution.kind === 'unknown') return notFound(request, reply);
    if (!reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'public, max-age=0, must-revalidate');
    }
    return reply.sendFile(resolution.file);
  });
}
