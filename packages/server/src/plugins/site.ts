import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import nodePath from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Negotiator } from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { similarNames } from '@anedya-docs/openapi-model/similar-names';
import { hasTag } from '@anedya-docs/sandbox/entity-tags';
import { linkedOrigin } from '../addresses.ts';
import { sendMethodNotAllowed } from '../client-error.ts';
import { limits } from '../limits.ts';

/** Files for hosts and compression: part of the build, but never served by themselves. */
const internal = /(^_headers$|\.br$|\.gz$|(^|\/)\.(?!well-known\/))/;

/** What the server sends for a path of the site. */
export type Resolution =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'unknown' };

/** The files of a built site by their exact URL path. */
export class SiteFiles {
  private constructor(
    private readonly byPath: ReadonlyMap<string, string>,
    readonly basePath: string,
  ) {}

  /**
   * Lists a build folder once. Only listed files are served, so no path can reach outside the folder.
   * @param root absolute path of the build folder
   * @param basePath path of the site; starts and ends with a slash
   */
  static async scan(root: string, basePath: string): Promise<SiteFiles> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => nodePath.relative(root, nodePath.join(entry.parentPath, entry.name)))
      .map((file) => file.split(nodePath.sep).join('/'))
      .filter((file) => !internal.test(file));
    return SiteFiles.of(files, basePath);
  }

  /** @param files paths relative to the build folder, with forward slashes */
  static of(files: readonly string[], basePath: string): SiteFiles {
    const byPath = files
      .filter((file) => file !== '404.html')
      .map((file) => [basePath + file.replace(/(^|\/)index\.html$/, '$1'), file] as const);
    return new SiteFiles(new Map(byPath), basePath);
  }

  /** Paths of the pages: those that end with a slash. */
  get pages(): string[] {
    return [...this.byPath.keys()].filter((urlPath) => urlPath.endsWith('/'));
  }

  /** File of the page at this path as Markdown, if it has one. */
  markdownOf(urlPath: string): string | undefined {
    return urlPath.endsWith('/') ? this.byPath.get(`${urlPath}index.md`) : undefined;
  }

  /**
   * Resolves a URL path to the file at exactly that path, or to the canonical path of the same page when the trailing slash
   * is missing or the path ends in `index.html` or `.html` (docs/behavior.md, section 2), or to the Markdown of the page for
   * its path with `.md`.
   * @param urlPath path of the URL as received, including percent-encoding
   */
  resolve(urlPath: string): Resolution {
    const file = this.byPath.get(urlPath);
    if (file !== undefined) return { kind: 'file', file };
    const page = urlPath.replace(/\.md$/, '/');
    const markdown = page === urlPath ? undefined : this.markdownOf(page);
    if (markdown !== undefined) return { kind: 'redirect', to: `${page}index.md` };
    const bare = urlPath.replace(/(?:(?<=\/)index)?\.html$/, '');
    const canonical = bare.endsWith('/') ? bare : `${bare}/`;
    return canonical !== urlPath && this.byPath.has(canonical)
      ? { kind: 'redirect', to: canonical }
      : { kind: 'unknown' };
  }
}

interface Options {
  readonly root: string;
  readonly files: SiteFiles;
  /** Origin of the published site, with which the texts for programs link to each other. */
  readonly siteUrl?: string | undefined;
  /** Whether the server is behind a reverse proxy. */
  readonly trustProxy: boolean;
}

/** Texts for programs, with absolute links, and their types. */
const linkedTexts = [
  [/\.md$/, 'text/markdown; charset=utf-8'],
  [/^examples\//, 'text/plain; charset=utf-8'],
  [/^(?:llms|llms-full|robots)\.txt$/, 'text/plain; charset=utf-8'],
  [/^sitemap[\w-]*\.xml$/, 'application/xml; charset=utf-8'],
  [/^opensearch\.xml$/, 'application/opensearchdescription+xml; charset=utf-8'],
  [/^changelog\/atom\.xml$/, 'application/atom+xml; charset=utf-8'],
  [/^changelog\/rss\.xml$/, 'application/rss+xml; charset=utf-8'],
  [/^\.well-known\/ai-catalog\.json$/, 'application/json; charset=utf-8'],
  [/^specs\/(?:workflows\/)?[\w-]+\.arazzo\.json$/, 'application/json; charset=utf-8'],
  [/^specs\/sandbox\/.*\.json$/, 'application/json; charset=utf-8'],
  [/^specs\/sandbox\/.*\.yaml$/, 'text/yaml; charset=utf-8'],
] as const;

/** Origins whose texts are kept: those of a developer's machine, by its names and ports. */
const keptOrigins = 4;

/** A text, and its entity tag (RFC 9110, 8.8.3). */
interface LocalText {
  readonly body: Buffer;
  readonly etag: string;
}

/**
 * Texts in which the links of the published site are replaced by those of this server, on the developer's machine: the published
 * site may be older, or not exist. Each is read once for each origin.
 */
class LocalTexts {
  private readonly byOrigin = new Map<string, Map<string, Promise<LocalText>>>();

  constructor(private readonly root: string) {}

  read(file: string, siteUrl: string, origin: string): Promise<LocalText> {
    const texts = this.byOrigin.get(origin) ?? new Map<string, Promise<LocalText>>();
    // The most recently used origin comes last.
    this.byOrigin.delete(origin);
    this.byOrigin.set(origin, texts);
    const [oldest] = this.byOrigin.keys();
    if (this.byOrigin.size > keptOrigins && oldest !== undefined) this.byOrigin.delete(oldest);
    const text =
      texts.get(file) ??
      readFile(nodePath.join(this.root, file), 'utf8').then((published) => {
        const body = Buffer.from(published.replaceAll(siteUrl, origin));
        const digest = createHash('sha256').update(body).digest('base64url');
        return { body, etag: `"${digest}"` };
      });
    texts.set(file, text);
    text.catch(() => texts.delete(file));
    return text;
  }
}

/** Splits a request target into path and query, which keeps its question mark. */
function splitTarget(target: string): { path: string; query: string } {
  const at = target.indexOf('?');
  return at < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, at), query: target.slice(at) };
}

/** Request headers that would turn the 404 into a 304, a 206 or a 412. */
const conditions = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'range',
];

/** Most pages that the not-found text suggests. */
const suggestions = 5;

/** Characters of a path for which pages are suggested. */
const longestPath = 200;

/** Last segment of the path of a page. */
const segmentOf = (page: string) => page.split('/').at(-2) ?? '';

/** Returns the pages with a similar path, then those with a similar last segment. */
function nearestPages(pages: readonly string[], wanted: string): string[] {
  const segments = similarNames(segmentOf(wanted), pages.map(segmentOf), suggestions);
  const near = [
    ...similarNames(wanted, pages, suggestions),
    ...segments.flatMap((segment) => pages.filter((page) => segmentOf(page) === segment)),
  ];
  return [...new Set(near)].slice(0, suggestions);
}

/** Returns the not-found page for programs: the pages with the most similar paths, and the list of all pages. */
function notFoundText(files: SiteFiles, urlPath: string, origin: string): string {
  const wanted = urlPath.replace(/(?:\/index)?\.md$/, '/');
  const pages = files.pages.filter((page) => files.markdownOf(page) !== undefined);
  const near = urlPath.length > longestPath ? [] : nearestPages(pages, wanted);
  const links = near.map((page) => `- <${origin}${page}index.md>\n`);
  const nearest = links.length === 0 ? '' : `\nPages with a similar address:\n\n${links.join('')}`;
  return `# Page not found\n\nThis site has no page at this address.\n${nearest}\nAll pages: <${origin}${files.basePath}llms.txt>\n`;
}

/**
 * Whether a browser asks for a page: it names HTML, which programs and the requests of pages do not. Paths below the sandbox and
 * the proxy that do not exist are then unknown pages (docs/behavior.md, section 2).
 */
export function isPageRequest({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && /^text\/html\b/i.test(headers.accept ?? '');
}

/** Sends the not-found page, or its Markdown. */
export function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  markdown?: string,
  status: 404 | 414 = 404,
): FastifyReply {
  for (const name of conditions) Reflect.deleteProperty(request.raw.headers, name);
  if (markdown !== undefined)
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-cache', vary: 'Accept, Host' })
      .type('text/markdown; charset=utf-8')
      .send(markdown);
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-cache', vary: 'Accept, Accept-Encoding' })
    .sendFile('404.html');
}

/** A complete response, as it was sent the first time. */
interface StoredResponse {
  /** Headers of the file; those of the path, such as policies, are set for each request. */
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  readonly body: Buffer;
}

/** Whether the client has the current version. */
export const isKnown = ({ headers }: FastifyRequest, etag: string): boolean =>
  hasTag(headers['if-none-match'] ?? '', etag, 'weak');

/** Codings of which files have variants. */
const codings = new Negotiator({ supportedValues: ['br', 'gzip'] });

/** Bytes of the `Accept` header that are read; a longer one gets HTML. */
const longestAccept = 1_000;

/**
 * Whether a client names Markdown and does not prefer HTML (RFC 9110, 12.5.1: weights, and the most specific range applies).
 * A wildcard alone gets HTML.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || accept.length > longestAccept) return false;
  const weights = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [type, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  const markdown = weights.get('text/markdown') ?? 0;
  const html = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0;
  return markdown > 0 && markdown >= html;
}

/** Whether the response of a request depends only on the file and its coding. */
const isPlain = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && conditions.every((name) => headers[name] === undefined);

const storeKey = (file: string, coding: string) => `${file} ${coding}`;

/**
 * Serves the built site: each file at its exact path, redirects to canonical paths, and the not-found page with status 404 for
 * everything else. Files are compressed at build time; `Accept-Encoding` selects the variant (RFC 9110, 12.5.3), and `Accept` the page or its Markdown. Responses
 * are kept in memory: after a new build, the server must be restarted.
 */
export default async function site(
  app: FastifyInstance,
  { root, files, siteUrl, trustProxy }: Options,
): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    // Only files of the build are sent; `.well-known` is one of its folders.
    dotfiles: 'allow',
  });

  const stored = new Map<string, StoredResponse>();
  /** Types that the extension of the file does not tell. */
  const types = new WeakMap<FastifyRequest, string>();
  const misses = new WeakMap<FastifyRequest, { file: string; policies: ReadonlySet<string> }>();
  app.addHook('onSend', async (request, reply, payload) => {
    const type = types.get(request);
    if (type !== undefined && reply.statusCode === 200) void reply.type(type);
    const miss = misses.get(request);
    if (!miss || reply.statusCode !== 200 || !(payload instanceof Readable)) return payload;
    if (Number(reply.getHeader('content-length')) > limits.storedFileBytes) return payload;
    const body = await buffer(payload);
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !miss.policies.has(name));
    const coding = reply.getHeader('content-encoding');
    const key = storeKey(miss.file, typeof coding === 'string' ? coding : '');
    stored.set(key, { headers: Object.fromEntries(headers), body });
    return body;
  });

  const localTexts = new LocalTexts(root);
  const typeOf = (file: string) => {
    if (siteUrl === undefined || file.endsWith('.html')) return undefined;
    // The digests of the skills are those of their files.
    if (file.endsWith('/SKILL.md')) return undefined;
    return linkedTexts.find(([pattern]) => pattern.test(file))?.[1];
  };

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendMethodNotAllowed(reply, 'GET, HEAD');
    }
    const { path, query } = splitTarget(request.url);
    const resolution = files.resolve(path);
    if (resolution.kind === 'redirect') return reply.redirect(resolution.to + query, 308);
    const { accept } = request.headers;
    const origin = () => linkedOrigin(request, siteUrl ?? '', trustProxy);
    if (resolution.kind === 'unknown') {
      const isText = path.endsWith('.md') || prefersMarkdown(accept);
      const text = isText ? notFoundText(files, path, origin()) : undefined;
      return sendNotFound(request, reply, text);
    }
    if (!reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'public, max-age=0, must-revalidate');
    }
    const markdown = files.markdownOf(path);
    const file = markdown !== undefined && prefersMarkdown(accept) ? markdown : resolution.file;
    const type = typeOf(file);
    // Every file has compressed variants, so every response varies by encoding.
    const varying = ['Accept-Encoding'];
    if (markdown !== undefined) varying.unshift('Accept');
    if (type !== undefined && !trustProxy) varying.push('Host');
    void reply.header('vary', varying.join(', '));
    if (type !== undefined) types.set(request, type);
    if (type !== undefined && siteUrl !== undefined && origin() !== siteUrl) {
      void reply.header('cache-control', 'private, no-cache');
      const { body, etag } = await localTexts.read(file, siteUrl, origin());
      void reply.header('etag', etag);
      if (isKnown(request, etag)) return reply.code(304).send();
      return reply.type(type).send(body);
    }
    if (isPlain(request)) {
      // `*` as `@fastify/static` reads it.
      const accepted = (request.headers['accept-encoding'] ?? '')
        .toLowerCase()
        .replace('*', 'gzip');
      const known = stored.get(storeKey(file, codings.negotiate(accepted) ?? ''));
      if (known) return reply.headers(known.headers).send(known.body);
      misses.set(request, { file, policies: new Set(Object.keys(reply.getHeaders())) });
    }
    // A weak tag matches no range (RFC 9110, 13.1.5), and those of files are weak.
    if (String(request.headers['if-range']).startsWith('W/')) delete request.raw.headers.range;
    return reply.sendFile(file);
  });
}
