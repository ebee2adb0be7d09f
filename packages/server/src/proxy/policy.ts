import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The parts of an OpenAPI document that the proxy reads. The site's build has validated the document. */
export interface AccessDocument {
  readonly servers: readonly {
    readonly url: string;
    readonly variables?: Readonly<
      Record<string, { readonly default: string; readonly enum?: readonly string[] }>
    >;
  }[];
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, SecurityScheme>> };
}

interface SecurityScheme {
  readonly type: string;
  readonly in?: string;
  readonly name?: string;
  readonly 'x-extra-headers'?: Readonly<Record<string, string>>;
  readonly 'x-anedya-signature'?: { readonly headers: Readonly<Record<string, string>> };
}

/** What a client needs to reach an API, according to its OpenAPI document. */
interface ApiAccess {
  readonly servers: readonly {
    readonly origin: string;
    /** Starts and ends with a slash. */
    readonly basePath: string;
  }[];
  /** In upper case. */
  readonly methods: readonly string[];
  /** Names of the headers that carry credentials, in lower case. */
  readonly headers: readonly string[];
}

/** Fixed fields of a path item that are operations (OpenAPI 3.1, 4.8.9), without `trace`, which browsers do not send. */
const operations = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** Servers of one entry, one for each combination of its variables' values (OpenAPI 3.1, 4.8.5). */
function serversOf({ url, variables = {} }: AccessDocument['servers'][number]) {
  let addresses = [url];
  for (const [name, variable] of Object.entries(variables)) {
    const values = variable.enum ?? [variable.default];
    addresses = addresses.flatMap((address) =>
      values.map((value) => address.replaceAll(`{${name}}`, value)),
    );
  }
  return addresses.map((address) => {
    const server = !/[{}]/.test(address) && URL.canParse(address) ? new URL(address) : undefined;
    if (server?.protocol !== 'https:' || server.username || server.search || server.hash) {
      throw new Error(`servers: expected an https URL, got "${address}"`);
    }
    return { origin: server.origin, basePath: server.pathname.replace(/\/?$/, '/') };
  });
}

function headersOfScheme(scheme: SecurityScheme): string[] {
  const credential =
    scheme.type === 'http'
      ? ['authorization']
      : scheme.type === 'apiKey' && scheme.in === 'header' && scheme.name !== undefined
        ? [scheme.name]
        : [];
  const extra = Object.keys(scheme['x-extra-headers'] ?? {});
  const signature = Object.values(scheme['x-anedya-signature']?.headers ?? {});
  return [...credential, ...extra, ...signature];
}

/**
 * Reads servers, methods and credential headers of an OpenAPI document.
 * @throws Error naming the server that is not an https URL, or the header whose name is invalid
 */
export function readApiAccess({ servers, paths, components }: AccessDocument): ApiAccess {
  const fields = new Set(Object.values(paths).flatMap((item) => Object.keys(item)));
  const names = Object.values(components.securitySchemes).flatMap(headersOfScheme);
  const invalid = names.find((name) => !/^[A-Za-z0-9-]+$/.test(name));
  if (invalid !== undefined) {
    throw new Error(`components.securitySchemes: "${invalid}" is not a valid header name`);
  }
  return {
    servers: servers.flatMap(serversOf),
    methods: operations.filter((field) => fields.has(field)).map((field) => field.toUpperCase()),
    headers: [...new Set(names.map((name) => name.toLowerCase()))],
  };
}

async function readDocument(siteDir: string, file: string): Promise<ApiAccess> {
  try {
    const text = await readFile(path.join(siteDir, file), 'utf8');
    return readApiAccess(JSON.parse(text) as AccessDocument);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'the built site has none' : message;
    throw new Error(`No API document for the proxy (${file}): ${reason}`, { cause: error });
  }
}

/**
 * Reads the API documents of a built site.
 * @throws Error naming the file that is missing or invalid
 */
export async function readApis(siteDir: string): Promise<readonly ApiAccess[]> {
  return [
    await readDocument(siteDir, 'specs/platform.openapi.json'),
    await readDocument(siteDir, 'specs/device.openapi.json'),
  ];
}

/** An origin that the proxy may forward to. */
export interface Destination {
  /** Allowed path prefixes; each starts and ends with a slash. */
  readonly basePaths: readonly string[];
  /** Configured by the operator: its addresses are not checked, because it may be internal. */
  readonly isConfigured: boolean;
}

/** What the proxy allows. */
export interface Policy {
  /** By origin, as the WHATWG URL standard serializes it. */
  readonly destinations: ReadonlyMap<string, Destination>;
  readonly methods: ReadonlySet<string>;
  /** Names of request headers, in lower case. */
  readonly requestHeaders: ReadonlySet<string>;
}

/** Content negotiation, in addition to the headers of the documents. */
const negotiationHeaders = ['content-type', 'accept'];

/**
 * Combines what the API documents need with what the operator configures.
 * @param configured origins such as `http://localhost:4010`, allowed at any path
 */
export function createPolicy(apis: readonly ApiAccess[], configured: readonly string[]): Policy {
  const destinations = new Map<string, Destination>();
  for (const { origin, basePath } of apis.flatMap(({ servers }) => servers)) {
    const known = destinations.get(origin)?.basePaths ?? [];
    destinations.set(origin, {
      basePaths: [...new Set([...known, basePath])],
      isConfigured: false,
    });
  }
  for (const origin of configured) {
    destinations.set(origin, { basePaths: ['/'], isConfigured: true });
  }
  return {
    destinations,
    methods: new Set(apis.flatMap(({ methods }) => methods)),
    requestHeaders: new Set([...negotiationHeaders, ...apis.flatMap(({ headers }) => headers)]),
  };
}

/** What a request says about the page that sent it. */
interface RequestOrigin {
  /** Header `Origin`; undefined for programs, which send none. */
  readonly origin: string | undefined;
  /** Header `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/). */
  readonly fetchSite: string | undefined;
  /** Origin that the request was sent to. */
  readonly serverOrigin: string;
}

const normalize = (origin: string) => (URL.canParse(origin) ? new URL(origin).origin : undefined);

/**
 * Decides whether a page may use the proxy: pages of the site itself and of the operator's list may, because any other page
 * could use it as an open relay. Programs send neither header and may too.
 * @param allowed origins besides that of the server
 * @returns the origin for the CORS response header, `same-origin` when none is needed, or `rejected`
 */
export function checkPageOrigin(
  { origin, fetchSite, serverOrigin }: RequestOrigin,
  allowed: ReadonlySet<string>,
): { readonly cors: string } | 'same-origin' | 'rejected' {
  if (origin === undefined) return fetchSite === 'cross-site' ? 'rejected' : 'same-origin';
  // Only browsers set it: they know the scheme of the page, which a server behind TLS termination does not.
  if (fetchSite === 'same-origin') return 'same-origin';
  if (allowed.has(origin)) return { cors: origin };
  return origin === normalize(serverOrigin) ? 'same-origin' : 'rejected';
}
