import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
} from '@modelcontextprotocol/server';
import type { Api } from './docs.ts';
import { linked, runWork, type ServerDeps } from './results.ts';

const base = 'docs://anedya';
const markdown = 'text/markdown';
const json = 'application/json';

/** Resources in one page of the list. */
const pageSize = 25;

/** Registers pages and documents as resources: two templates, and a list in pages. */
export function registerContent(server: McpServer, deps: ServerDeps): void {
  const { docs } = deps;
  let left = deps.resourceCharacters ?? Infinity;
  /** Counts a text against the limit of the request, which a batch could otherwise multiply. */
  const counted = (text: string): string => {
    left -= text.length;
    if (left >= 0) return text;
    throw new Error(
      `The resources of a request have more than ${deps.resourceCharacters} characters. Read the others in another request.`,
    );
  };
  const documents = Object.entries(docs.documents).map(([api, { title }]) => {
    const uri = `${base}/specs/${api}.openapi.json`;
    return { uri, name: uri, title, mimeType: json };
  });
  const pages = [...docs.pages.values()].map(({ path, title, description }) => ({
    uri: base + path,
    name: path,
    title,
    description,
    mimeType: markdown,
  }));
  const resources = [...documents, ...pages];
  const readPage = (uri: URL) => {
    const page = docs.pages.get(uri.pathname);
    if (!page) throw new ResourceNotFoundError(uri.href);
    return runWork(deps, () => {
      const text = counted(linked(deps, page.markdown));
      return { contents: [{ uri: uri.href, text, mimeType: markdown }] };
    });
  };
  server.registerResource(
    'document',
    new ResourceTemplate(`${base}/specs/{api}.openapi.json`, {
      list: undefined,
      complete: { api: () => Object.keys(docs.documents) },
    }),
    { title: 'API document (OpenAPI)', mimeType: json },
    (uri, { api }) => {
      const document = Object.hasOwn(docs.documents, String(api))
        ? docs.documents[api as Api]
        : undefined;
      if (!document) throw new ResourceNotFoundError(uri.href);
      return runWork(deps, () => ({
        contents: [{ uri: uri.href, text: counted(JSON.stringify(document.raw)), mimeType: json }],
      }));
    },
  );
  server.registerResource(
    'page',
    new ResourceTemplate(`${base}/{+path}`, {
      list: undefined,
      complete: {
        path: (value) =>
          [...docs.pages.keys()]
            .map((path) => path.slice(1))
            .filter((path) => path.startsWith(value)),
      },
    }),
    { title: 'Page of the documentation', mimeType: markdown },
    readPage,
  );
  // The template does not match an empty path.
  server.registerResource('/', `${base}/`, { title: 'Start page', mimeType: markdown }, readPage);
  server.server.setRequestHandler('resources/list', ({ params }) => {
    const cursor = params?.cursor ?? '0';
    const start = /^\d{1,6}$/.test(cursor) ? Number(cursor) : resources.length;
    if (start > 0 && start >= resources.length) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'The cursor is not valid. Use "nextCursor" of the previous page, or start without a cursor.',
      );
    }
    const next = start + pageSize;
    return {
      resources: resources.slice(start, next),
      ...(next < resources.length && { nextCursor: String(next) }),
    };
  });
}
