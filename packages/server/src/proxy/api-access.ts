import { serverUrls, type ApiServer } from './api-servers.ts';
import { at, list, record, text } from './json-value.ts';

/** What a caller of an API needs to reach it, from its OpenAPI document. */
export interface ApiAccess {
  readonly servers: readonly ApiServer[];
  /** In upper case. */
  readonly methods: readonly string[];
  /** Names of the headers that carry credentials, in lower case. */
  readonly headers: readonly string[];
}

/** Fixed fields of a path item that are operations (OpenAPI 3.1, 4.8.9); `trace` is left out, as browsers do. */
const operations = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

function methodsOf(paths: unknown): string[] {
  const fields = Object.entries(record(paths, 'paths')).flatMap(([path, item]) =>
    Object.keys(record(item, `paths.${path}`)),
  );
  return [...new Set(fields)]
    .filter((field) => operations.includes(field))
    .map((field) => field.toUpperCase());
}

/** Headers of the signature extension: what each stands for, and its name. */
function signatureHeaders(signature: unknown, place: string): string[] {
  if (signature === undefined) return [];
  const { headers } = record(signature, place);
  return Object.entries(record(headers, `${place}.headers`)).map(([part, name]) =>
    text(name, `${place}.headers.${part}`),
  );
}

function headersOfScheme(value: unknown, place: string): string[] {
  const scheme = record(value, place);
  const extra = record(scheme['x-extra-headers'] ?? {}, `${place}.x-extra-headers`);
  const own =
    scheme.type === 'http'
      ? ['authorization']
      : scheme.type === 'apiKey' && scheme.in === 'header'
        ? [text(scheme.name, `${place}.name`)]
        : [];
  const signed = signatureHeaders(scheme['x-anedya-signature'], `${place}.x-anedya-signature`);
  return [...own, ...Object.keys(extra), ...signed];
}

function headersOf(document: unknown): string[] {
  const place = 'components.securitySchemes';
  const schemes = record(at(document, 'components', 'securitySchemes'), place);
  const names = Object.entries(schemes).flatMap(([name, scheme]) =>
    headersOfScheme(scheme, `${place}.${name}`),
  );
  const odd = names.find((name) => !/^[A-Za-z0-9-]+$/.test(name));
  if (odd !== undefined) throw new Error(`${place}: "${odd}" is no name of a header`);
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

/**
 * Reads servers, methods and credential headers of an OpenAPI document, and nothing else.
 * @throws Error naming the place that is not as expected
 */
export function readApiAccess(document: unknown): ApiAccess {
  return {
    servers: list(at(document, 'servers'), 'servers').flatMap(serverUrls),
    methods: methodsOf(at(document, 'paths')),
    headers: headersOf(document),
  };
}
