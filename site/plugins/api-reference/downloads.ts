import { sampleRequest, type SampleHeader } from '@anedya-docs/code-samples';
import type { ApiDocument, JsonValue, Operation } from '@anedya-docs/openapi-model';
import type { Api, ApiConfig } from './documents';
import { element } from './markdown';

const collectionSchema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Converts the OpenAPI variable `{region}` to the Postman variable `{{region}}`. */
const variables = (template: string) => template.replaceAll(/\{(\w+)\}/g, '{{$1}}');

function header(entry: SampleHeader): JsonValue {
  const value = 'secret' in entry ? `${entry.prefix}{{${entry.secret}}}` : entry.value;
  return { key: entry.name, value };
}

function url(operation: Operation): JsonValue {
  const raw = variables(operation.urlTemplate);
  const [protocol = '', rest = ''] = raw.split('://');
  const [host = '', ...path] = rest.split('/');
  return { raw, protocol, host: host.split('.'), path };
}

function item(operation: Operation): JsonValue {
  const request = {
    method: operation.method,
    description: operation.description,
    url: url(operation),
    header: sampleRequest(operation).headers.map(header),
    body: {
      mode: 'raw',
      raw: JSON.stringify(operation.request.example, null, 2),
      options: { raw: { language: 'json' } },
    },
  };
  const examples = operation.responses.filter(({ status }) => status === '200');
  return {
    name: operation.title,
    request,
    response: examples.flatMap((response) =>
      response.examples.map((example) => ({
        name: example.summary,
        originalRequest: request,
        status: 'OK',
        code: 200,
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: JSON.stringify(example.value, null, 2),
      })),
    ),
  };
}

/** Names of the secrets that requests need. Readers enter them in Postman. */
function secretNames(document: ApiDocument): string[] {
  const headers = document.operations.flatMap((operation) => sampleRequest(operation).headers);
  return [...new Set(headers.flatMap((entry) => ('secret' in entry ? [entry.secret] : [])))];
}

/** A Postman collection (format v2.1.0) of all operations with their examples, one folder per tag. */
function postmanCollection(document: ApiDocument): JsonValue {
  const [server] = document.servers;
  return {
    info: { name: document.title, description: document.description, schema: collectionSchema },
    item: document.tags.map((tag) => ({
      name: tag.name,
      description: tag.description,
      item: document.operations.filter((operation) => operation.tag === tag.name).map(item),
    })),
    variable: [
      ...(server?.variables ?? []).map(({ name, default: value }) => ({ key: name, value })),
      ...secretNames(document).map((key) => ({ key, value: '', type: 'string' })),
    ],
  };
}

/** Folder of the downloads below `static/`, which is also their URL path. */
export const downloadsFolder = 'specs';

/** Name of the OpenAPI document of an API in `downloadsFolder`. */
export const openApiFile = ({ name }: ApiConfig) => `${name}.openapi.yaml`;

function fileNames(config: ApiConfig) {
  const { name } = config;
  return {
    yaml: openApiFile(config),
    json: `${name}.openapi.json`,
    postman: `${name}.postman_collection.json`,
  };
}

/** Downloadable files of an API, by name. */
export function downloads({ config, document, text }: Api): ReadonlyMap<string, string> {
  const names = fileNames(config);
  return new Map([
    [names.yaml, text],
    [names.json, `${JSON.stringify(document.raw, null, 2)}\n`],
    [names.postman, `${JSON.stringify(postmanCollection(document), null, 2)}\n`],
  ]);
}

/** Links to the downloads as MDX. */
export function downloadLinks(config: ApiConfig): string {
  const names = fileNames(config);
  const link = (label: string, file: string) =>
    element('Download', { label, path: `/${downloadsFolder}/${file}` }, []);
  return element('Downloads', {}, [
    link('OpenAPI document, YAML', names.yaml),
    link('OpenAPI document, JSON', names.json),
    link('Postman collection', names.postman),
  ]);
}
