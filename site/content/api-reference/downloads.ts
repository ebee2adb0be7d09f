import {
  portableFormats,
  portableSet,
  requiredNames,
  type PortableSet,
} from '@anedya-docs/code-samples/portable';
import type { Operation } from '@anedya-docs/openapi-model';
import { isScalar, parseDocument, visit } from 'yaml';
import type { Api, ApiConfig } from './documents';
import { element, inlineCode } from './markdown';

/** Operations that delete or end something that other requests use. */
const isLast = ({ id }: Operation) => /-(?:delete|revoke|abort|invalidate)$/.test(id);

/** Before other requests of its folder: the next deployment that a device asks for can replace the one that it reports. */
const isFirst = ({ id }: Operation) => id === 'v-1-ota-status-update';

/** Folder of the requests that a reader may not want to send, after all others. */
const lastGroup = 'Delete, revoke, abort and invalidate';

/** All requests of an API, in an order in which each succeeds; the ids are variables without values. */
export function allRequests({ config, document }: Pick<Api, 'config' | 'document'>): PortableSet {
  const { operations, title, description } = document;
  const folders = document.tags.map(({ name }) => name);
  const placeOf = (operation: Operation) =>
    (isLast(operation) ? folders.length : folders.indexOf(operation.tag)) * 2 -
    (isFirst(operation) ? 1 : 0);
  const ordered = operations.toSorted((one, other) => placeOf(one) - placeOf(other));
  const requests = ordered.map((operation) => ({
    api: config.name,
    operation,
    server: operation.servers[0]?.url ?? '',
    body: operation.request.example,
    group: isLast(operation) ? lastGroup : operation.tag,
    description: operation.description,
    examples: operation.responses.find(({ status }) => status === '200')?.examples ?? [],
  }));
  return portableSet({ requests }, { title, description, name: config.name, secrets: new Map() });
}

/** Folder of the downloads below `static/`, which is also their URL path. */
export const downloadsFolder = 'specs';

/** Folder of the documents whose server is the sandbox, in `downloadsFolder`. */
export const sandboxFolder = 'sandbox';

/** Name of the OpenAPI document of an API in `downloadsFolder`. */
export const openApiFile = ({ name }: ApiConfig) => `${name}.openapi.yaml`;

/** A file of the OpenAPI document. */
const documentFiles = (config: ApiConfig) => ({
  yaml: openApiFile(config),
  json: `${config.name}.openapi.json`,
});

/**
 * Downloadable files of an API, by name.
 * @param options.specs URL of the folder, with a trailing slash
 * @param options.now reference time for the one format without variables, in milliseconds since 1970
 */
export function downloads(
  api: Api,
  options: { readonly specs: string; readonly now: number },
): ReadonlyMap<string, string> {
  const { yaml, json } = documentFiles(api.config);
  const set = allRequests(api);
  return new Map([
    [yaml, api.text],
    [json, `${JSON.stringify(api.document.raw, null, 2)}\n`],
    ...portableFormats.map(
      ({ extension, render }) => [set.name + extension, render(set, options)] as const,
    ),
  ]);
}

/**
 * The OpenAPI documents with the sandbox as their only server, by name. They have no MQTT facts: the sandbox's broker has other
 * addresses, which are in each project.
 * @param sandboxUrl base URL of the sandbox
 */
export function sandboxDocuments(
  { config, text }: Pick<Api, 'config' | 'text'>,
  sandboxUrl: string,
): ReadonlyMap<string, string> {
  const document = parseDocument(text);
  document.set('servers', [
    { url: `${sandboxUrl}/${config.name}/v1`, description: 'Sandbox of this documentation.' },
  ]);
  visit(document, {
    Pair: (_key, { key }) => (isScalar(key) && key.value === 'x-mqtt' ? visit.REMOVE : undefined),
  });
  const { yaml, json } = documentFiles(config);
  return new Map([
    [yaml, document.toString({ lineWidth: 0 })],
    [json, `${JSON.stringify(document.toJS(), null, 2)}\n`],
  ]);
}

/** Links to the downloads as MDX, with the use of each file. */
export function downloadLinks(api: Pick<Api, 'config' | 'document'>): string[] {
  const { yaml, json } = documentFiles(api.config);
  const set = allRequests(api);
  const link = (label: string, file: string, use: readonly string[] = []) =>
    element('Download', { label, path: `/${downloadsFolder}/${file}` }, use);
  const files = portableFormats.map(({ label, extension, about, setting }) =>
    link(label, set.name + extension, [`${about} ${setting('the variables')}`]),
  );
  const names = requiredNames(set).map(inlineCode);
  return [
    element('Downloads', {}, [
      link('OpenAPI document, YAML', yaml),
      link('OpenAPI document, JSON', json),
    ]),
    '### All requests',
    `The requests of all ${set.requests.length} operations, for other tools. Requests that delete, revoke, abort or invalidate are last. The addresses are those of the platform.`,
    `The files contain no credentials. Their variables are ${names.join(', ')}. The setup block that the page shows for a [sandbox project](/getting-started/#without-an-account) exports all of them, the one for a terminal only some; for an account, the values are in responses. Run the requests once in a new project. Times are computed from the current time.`,
    element('Downloads', {}, files),
  ];
}
