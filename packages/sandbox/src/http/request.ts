import type { JsonValue, Operation, SecurityScheme } from '@anedya-docs/openapi-model';
import type { FastifyRequest } from 'fastify';
import { readJson as readText } from '../core/api/read-json.ts';
import { type Credential, unknownCredential } from '../core/auth/identity.ts';
import { CallError } from '../core/errors.ts';

/** Where a sandbox is reached: under the address that the request used, unless the operator has named another. */
export interface Mount {
  /** Path that the plugin is mounted at, without a slash at the end. */
  readonly path: string;
  /** `https://docs.example/sandbox`, without a slash at the end. */
  readonly publicUrl: string | undefined;
}

/** Whether a request names a host, and nothing that would change the meaning of a URL around it. */
function namesHost({ protocol, host }: FastifyRequest): boolean {
  return /^[^\s/\\?#@]+$/.test(host) && URL.canParse(`${protocol}://${host}`);
}

/**
 * Base URL of the sandbox, without a slash at the end. To be asked for before any work, as a request may not tell it.
 * @throws CallError 400 for a request whose host is none (RFC 9112, 3.2)
 */
export function baseUrl(request: FastifyRequest, { path, publicUrl }: Mount): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host } = request;
  if (namesHost(request)) return `${protocol}://${host}${path}`;
  throw new CallError(
    400,
    'generic::malformedrequest',
    `The header Host says "${host.slice(0, 200)}", which is no host. Send the name and the port that the sandbox is reached at.`,
  );
}

/** The bytes of a body, as they came: a signature covers them. */
export function bytesOf({ body }: FastifyRequest): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

/** What a body holds: a value of JSON, or what is wrong with it. */
export type ReadBody = { readonly value: JsonValue } | { readonly error: CallError };

function malformed(status: number, message: string): ReadBody {
  return { error: new CallError(status, 'generic::malformedrequest', message) };
}

/** Reads a body of JSON. What is wrong is told later, after the credential has been checked. */
export function readJson(request: FastifyRequest): ReadBody {
  const bytes = bytesOf(request);
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/json') {
    return malformed(415, 'The header Content-Type must be "application/json".');
  }
  if (bytes.length === 0) {
    return malformed(400, 'The body is empty: send a JSON object, {} when the call has no fields.');
  }
  const read = readText(bytes, 'body');
  return 'error' in read ? malformed(400, read.error) : read;
}

/** Text that stands in place of a secret where a request is signed. */
const signed = 'ANEDYASIGV1';

function header({ headers }: FastifyRequest, name: string): string {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
}

function readSignature(request: FastifyRequest, { signatureHeaders: names }: SecurityScheme) {
  if (!names) return undefined;
  const tokenId = header(request, names.tokenId);
  if (tokenId === '') throw unknownCredential(`The header ${names.tokenId} is missing.`);
  return {
    tokenId,
    timestamp: header(request, names.timestamp),
    version: header(request, names.version),
    signature: header(request, names.signature),
    body: bytesOf(request),
  };
}

/** The key of a header `Authorization: Bearer <key>`. */
function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header(request, 'authorization'))?.[1];
}

function readKey(request: FastifyRequest, { header: name, extraHeaders }: SecurityScheme) {
  if (bearerOf(request) !== undefined) {
    throw unknownCredential(
      'The Device API takes the connection key of a node without "Bearer". API keys open the Platform API only.',
    );
  }
  for (const [extra, value] of Object.entries(extraHeaders)) {
    if (header(request, extra) !== value) {
      throw unknownCredential(`The header "${extra}: ${value}" is missing.`);
    }
  }
  const key = header(request, name);
  if (key === '') {
    throw unknownCredential(
      `The header ${name} is missing: it holds the connection key of the node.`,
    );
  }
  return key;
}

/**
 * Reads the credential of a request. Whether an access token is enough for the call is decided later, so that a signed
 * request to another call is told so.
 * @param schemes of the API's document
 * @param operation whose schemes say which credential is expected
 * @throws CallError `auth::tokennotfound` when there is none
 */
export function readCredential(
  request: FastifyRequest,
  schemes: readonly SecurityScheme[],
  { security }: Operation,
): Credential {
  const device = security.find(({ kind }) => kind === 'key');
  if (device) {
    return { kind: 'connectionKey', key: readKey(request, device), transport: 'http' };
  }
  const value = header(request, 'authorization');
  const signature = schemes.find(({ kind }) => kind === 'signature');
  if (signature && value === signed) {
    const parts = readSignature(request, signature);
    if (parts) return { kind: 'signature', signed: parts };
  }
  const key = bearerOf(request);
  if (key !== undefined) return { kind: 'apiKey', key };
  throw unknownCredential('The header Authorization must be "Bearer", a space and the API key.');
}
