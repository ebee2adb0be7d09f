import { similarNames } from '@anedya-docs/openapi-model/similar-names';
import { ToolError, type DocumentedOperation, type Docs } from './docs.ts';

/** A URL of an operation on the platform (`https://device.…`) or in a sandbox (`…/sandbox/device/v1/…`). */
const operationUrl = /^https?:\/\/(?:(api|device)\.[^/]*|[^?#]*\/sandbox\/(platform|device))\/v1\//;

/** What a name says about an operation. */
interface Wanted {
  /** The name without method, host and trailing slash: `platform/node-create`, `/node/create`, `Create a node`. */
  readonly text: string;
  readonly method: string | undefined;
  readonly api: string | undefined;
}

function readName(name: string): Wanted {
  const [, method, rest = ''] = /^(?:(GET|POST|PUT|PATCH|DELETE|HEAD)\s+(?=\S*\/))?(.*)$/is.exec(
    name.trim(),
  ) ?? [undefined, undefined, name];
  const given = rest.replace(/\/+$/, '').replaceAll(/\s+/g, ' ');
  const [, host, sandbox = host === 'api' ? 'platform' : host] = operationUrl.exec(given) ?? [];
  const text = given
    .replace(operationUrl, '/')
    .replace(/^https?:\/\/[^/]+/, '')
    // The path of a page names the API, too: both have operations with the same id.
    .replace(/^\/platform-api\//, 'platform/')
    .replace(/^\/device\/api\//, 'device/');
  return { text, method: method?.toUpperCase(), api: sandbox };
}

/** The operations that a name stands for: one unless it is ambiguous or unknown. */
function matching(all: readonly DocumentedOperation[], { text, api }: Wanted) {
  const id = text.replaceAll(/(?<=[a-z\d])[A-Z]/g, '-$&').toLowerCase();
  const exact = all.filter(
    (entry) =>
      entry.key === text ||
      entry.key === id ||
      `${entry.api}/${entry.operation.operationId}` === id,
  );
  if (exact.length > 0) return exact;
  const path = `/${text.replace(/^\/?(?:v1\/)?/, '')}`.toLowerCase();
  return all.filter(
    ({ api: own, operation }) =>
      (api === undefined || own === api) &&
      (operation.id === id ||
        operation.operationId === id ||
        operation.path.toLowerCase() === path ||
        operation.title.toLowerCase() === text.toLowerCase()),
  );
}

/** Most suggestions for a name. */
const longestList = 5;

/** Words of a name without articles: `create`, `variable`. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 2 && word !== 'the' && word !== 'platform' && word !== 'device')
    .map((word) => word.replace(/s$/, ''));

/** Operations whose key, path or title is similar, or else has all the words. */
function similar(all: readonly DocumentedOperation[], { text }: Wanted): DocumentedOperation[] {
  const names = new Map(
    all.flatMap((entry) => {
      const { key, operation } = entry;
      const { path, title, id, operationId } = operation;
      return [key, path, title, id, operationId].map((name) => [name, entry] as const);
    }),
  );
  const near = similarNames(text, names.keys(), 2 * longestList).map((found) => names.get(found));
  const words = wordsOf(text);
  const worded = all.filter(({ key, operation: { title, path } }) => {
    const own = new Set(wordsOf(`${key} ${title} ${path}`));
    return words.length > 0 && words.every((word) => own.has(word));
  });
  const found = [...near, ...worded].filter((entry) => entry !== undefined);
  return [...new Set(found)].slice(0, longestList);
}

/**
 * Finds an operation by its key, id (of its page or of the OpenAPI document), title, path, method and path, or URL.
 * @throws ToolError with the most similar operations
 */
export function findOperation({ operations }: Docs, name: string): DocumentedOperation {
  const all = [...operations.values()];
  const wanted = readName(name);
  const matches = matching(all, wanted);
  const [match] = matches;
  const hasMethod =
    wanted.method === undefined || match?.operation.method.toUpperCase() === wanted.method;
  if (match && matches.length === 1 && hasMethod) return match;
  const near = (match ? matches : similar(all, wanted)).map(
    ({ key, operation: { method, path } }) => `${key} (${method.toUpperCase()} ${path})`,
  );
  const advice =
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Use "search" to find its name.';
  const problem = matches.length > 1 ? 'Several operations match' : 'No operation matches';
  throw new ToolError(`${problem} "${name}". ${advice}`);
}
