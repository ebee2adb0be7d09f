import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { rejectOtherMethods } from '../client-error.ts';
import { limits } from '../limits.ts';

interface Options {
  /** Paths of the site's pages, the only ones used as labels. */
  readonly pages: readonly string[];
}

interface PageView {
  readonly path: string;
  readonly title: string;
}

/** Maximum length of a path or title, in characters. */
const longest = 512;

const isText = (value: unknown) => typeof value === 'string' && value.length <= longest;

/** Whether a body is `{ path, title }` without other fields. */
function isPageView(body: unknown): body is PageView {
  if (typeof body !== 'object' || body === null) return false;
  const { path, title, ...others } = body as Readonly<Record<string, unknown>>;
  return isText(path) && isText(title) && Object.keys(others).length === 0;
}

/** Adds `POST /page-views`, which receives path and title of each page view. Only the path is counted. */
export default function pageViews(app: FastifyInstance, options: Options, done: () => void): void {
  const pages = new Set(options.pages);
  const views = new Counter({
    name: 'page_views_total',
    help: 'Page views reported by browsers, by path; "other" for unknown paths',
    labelNames: ['path'],
    registers: [app.metrics],
  });
  app.post('/page-views', { bodyLimit: limits.pageViewBytes }, (request, reply) => {
    const { body } = request;
    if (!isPageView(body)) {
      const message = `Send { "path", "title" }, each with at most ${longest} characters`;
      return reply.code(400).send({ error: 'bad_request', message });
    }
    // Only pages of this site report views.
    if (request.headers['sec-fetch-site'] !== 'cross-site') {
      views.inc({ path: pages.has(body.path) ? body.path : 'other' });
    }
    return reply.code(204).send();
  });
  rejectOtherMethods(app, '/page-views', ['POST']);
  done();
}
