import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { limits } from '../limits.ts';

export interface Options {
  /** Paths of the site's pages, the only ones used as labels. */
  readonly pages: readonly string[];
}

interface PageView {
  readonly path: string;
  readonly title: string;
}

const schema = {
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'title'],
    properties: {
      path: { type: 'string', maxLength: 512 },
      title: { type: 'string', maxLength: 512 },
    },
  },
} as const;

/** Adds `POST /page-views`, which receives path and title of each page view. Only the path is counted. */
export default function pageViews(app: FastifyInstance, options: Options, done: () => void): void {
  const pages = new Set(options.pages);
  const views = new Counter({
    name: 'page_views_total',
    help: 'Page views reported by browsers, by path; "other" for unknown paths',
    labelNames: ['path'],
    registers: [app.metrics],
  });
  app.post<{ Body: PageView }>(
    '/page-views',
    { schema, bodyLimit: limits.pageViewBytes },
    (request, reply) => {
      // Only pages of this site report views.
      if (request.headers['sec-fetch-site'] !== 'cross-site') {
        const { path } = request.body;
        views.inc({ path: pages.has(path) ? path : 'other' });
      }
      return reply.code(204).send();
    },
  );
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: '/page-views',
    handler: (_request, reply) =>
      reply
        .code(405)
        .header('allow', 'POST')
        .send({ error: 'method_not_allowed', message: 'Use POST for this path' }),
  });
  done();
}
