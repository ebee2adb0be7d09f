import type { JsonValue, Operation, SecurityScheme } from '@anedya-docs/openapi-model';
import type { Api, OperationEntry } from '../core/api/operation-table.ts';
import { readJson as readText } from '../core/api/read-json.ts';
import { authenticate, readSigned, type Credential } from '../core/auth/authenticate.ts';
import { keyHash } from '../core/auth/keys.ts';
import type { Deps } from '../core/deps.ts';
import { denied, RequestError, RetryLater, unknownCredential } from '../core/errors.ts';
import { joinBytes } from '../core/file-address.ts';
import { limits } from '../core/limits.ts';
import { excerpt } from '../core/text.ts';
import type { Workload } from '../core/workload.ts';

/** Part of a web-standard `Request` that the handler uses: an adapter can pass an object that is cheaper to create. */
export interface HttpRequest extends Pick<Request, 'method' | 'url' | 'arrayBuffer' | 'signal'> {
  readonly headers: Pick<Headers, 'get'>;
  readonly body: Body | null;
}

interface Body {
  getReader(): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>;
}

/** Context of one request in the handler. */
export interface HttpContext {
  readonly request: HttpRequest;
  readonly url: URL;
  /** Path below the sandbox, as received: `/projects`. */
  readonly path: string;
  /** Key that limits count a client under: an address, or a key that represents it. */
  readonly client: string;
  /** Public base URL of the sandbox, without a trailing slash; undefined if the request does not name a valid host. */
  readonly base: string | undefined;
  /** Headers of the response, including error responses. Names are in lower case. */
  readonly headers: Record<string, string>;
  /** Operation of the request, which determines the envelope of its errors. */
  readonly entry: OperationEntry | undefined;
  /** API of a path without an operation. */
  readonly api: Api | undefined;
  /** Request id to repeat in the response. */
  reqId: string | undefined;
}

/**
 * Returns the base URL of the sandbox, without a trailing slash. Call it before any work, because it rejects a request without
 * a valid host.
 * @throws RequestError 400 for a request without a valid host (RFC 9112, 3.2)
 */
export function baseUrl({ base, request }: HttpContext): string {
  if (base !== undefined) return base;
  const host = excerpt(request.headers.get('host') ?? '');
  throw new RequestError(
    400,
    'generic::malformedrequest',
    `The Host header "${host}" is not a valid host. Send the host name and the port of the sandbox.`,
  );
}

function tooLarge(limit: number): RequestError {
  const text = `The body is larger than the limit of ${limit} bytes. Send less per request.`;
  return new RequestError(413, 'sandbox::bodytoolarge', text);
}

/**
 * Collects a stream until it ends or exceeds the limit, and leaves the rest unread.
 * @param onSize called with the number of bytes that have arrived; may throw
 */
async function collect(
  body: Body,
  limit: number,
  onSize: (bytes: number) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return joinBytes(chunks);
      size += value.length;
      if (size > limit) throw tooLarge(limit);
      onSize(size);
      chunks.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  }
}

/** Bytes of a large body that are counted at once. */
const step = 500_000;

/** A large body in memory. */
export interface LargeBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** @throws RetryLater if the memory was taken for other clients: the request must end */
  readonly check: () => void;
  readonly release: () => void;
}

/**
 * Reads a large body, whose bytes count for its client as they arrive: one that is sent slowly holds little.
 * @param limit in bytes
 * @param work counts the bytes until `release` of the result is called
 * @throws RequestError as `readBody`; RetryLater if the client, or the sandbox, has too many bytes in flight
 */
export async function readLargeBody(
  { request, client }: HttpContext,
  limit: number,
  work: Workload,
): Promise<LargeBody> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const losing = new AbortController();
  const held = work.hold(client, () => {
    losing.abort();
  });
  const check = () => {
    if (losing.signal.aborted) throw bodyLost();
  };
  let counted = 0;
  const onSize = (size: number) => {
    check();
    while (size > counted) {
      counted += step;
      held.add(step);
    }
  };
  try {
    const { body } = request;
    // A page passes a body that has arrived, without a stream.
    const bytes = body ? await collect(body, limit, onSize) : await readBody(request, limit);
    onSize(bytes.length);
    return { bytes, check, release: held.release };
  } catch (error) {
    held.release();
    throw error instanceof RequestError ? error : incomplete();
  }
}

function bodyLost(): RetryLater {
  const text =
    'The sandbox needed the memory of this request for other clients. Send less at the same time, and try again.';
  return new RetryLater(429, 'sandbox::toomuchdata', text, 5);
}

function incomplete(): RequestError {
  return new RequestError(
    400,
    'generic::malformedrequest',
    'The request ended before its body was complete. Send it again.',
  );
}

/**
 * Reads the body of a request.
 * @param limit in bytes
 * @throws RequestError 413 if the body is too large, 400 if the client stopped sending
 */
export async function readBody(
  request: HttpRequest,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > limit) throw tooLarge(limit);
  try {
    if (length === null)
      return request.body ? await collect(request.body, limit) : new Uint8Array();
    // HTTP servers read no more than `Content-Length`.
    const bytes = new Uint8Array(await request.arrayBuffer());
    if (bytes.length > limit) throw tooLarge(limit);
    return bytes;
  } catch (error) {
    throw error instanceof RequestError ? error : incomplete();
  }
}

/** Content of a body: a JSON value, or a parse error. */
export type ReadBody = { readonly value: JsonValue } | { readonly error: RequestError };

function malformed(status: number, message: string): RequestError {
  return new RequestError(status, 'generic::malformedrequest', message);
}

/** @throws RequestError 415 for a body that is not declared as JSON, 400 for an empty one */
export function requireJson({ headers }: HttpRequest, bytes: Uint8Array): void {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/json') {
    throw malformed(415, 'The header Content-Type must be "application/json".');
  }
  const coding = headers.get('content-encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') {
    // RFC 9110, 15.5.16
    const text = `The body has the coding "${excerpt(coding)}" of the header Content-Encoding. Send it without compression, and without this header.`;
    throw malformed(415, text);
  }
  if (bytes.length > 0) return;
  throw malformed(400, 'The body is empty: send a JSON object, {} if the operation has no fields.');
}

/** Parses a JSON body. The error is thrown later, after the credential has been checked. */
export function readJson(
  request: HttpRequest,
  bytes: Uint8Array,
  hold?: (bytes: number) => void,
): ReadBody {
  try {
    requireJson(request, bytes);
  } catch (error) {
    if (error instanceof RequestError) return { error };
    throw error;
  }
  const read = readText(bytes, 'body', hold);
  return 'error' in read ? { error: malformed(400, read.error) } : read;
}

/** Value of `Authorization` in a signed request. */
const signed = 'ANEDYASIGV1';

function header({ headers }: HttpRequest, name: string): string {
  return headers.get(name) ?? '';
}

/** Returns the key in a header `Authorization: Bearer <key>`. */
function bearerOf(request: HttpRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header(request, 'authorization'))?.[1];
}

function readKey(request: HttpRequest, { header: name, extraHeaders }: SecurityScheme) {
  if (bearerOf(request) !== undefined) {
    throw unknownCredential(
      'The Device API requires the connection key of a node, without "Bearer". API keys are for the Platform API only.',
    );
  }
  for (const [extra, value] of Object.entries(extraHeaders)) {
    const sent = header(request, extra);
    if (sent === value) continue;
    throw unknownCredential(
      sent === ''
        ? `The header "${extra}: ${value}" is missing.`
        : `The header ${extra} is "${excerpt(sent)}". Send "${extra}: ${value}".`,
    );
  }
  const key = header(request, name);
  if (key === '') {
    throw unknownCredential(
      `The header ${name} is missing. Send the connection key of the node in it.`,
    );
  }
  return key;
}

/**
 * Reads the credential of a request. It does not check whether the operation accepts access tokens, so that a signed request to
 * another operation gets a specific error later.
 * @param body the exact bytes received, because a signature covers them
 * @param schemes security schemes of the API's document
 * @param operation operation whose security schemes apply
 * @throws RequestError `auth::tokennotfound` if there is none
 */
export function readCredential(
  request: HttpRequest,
  body: Uint8Array,
  schemes: readonly SecurityScheme[],
  { security }: Operation,
): Credential {
  const device = security.find(({ kind }) => kind === 'key');
  if (device) {
    return { kind: 'connectionKey', key: readKey(request, device), transport: 'http' };
  }
  const value = header(request, 'authorization');
  const names = schemes.find(({ kind }) => kind === 'signature')?.signatureHeaders;
  if (names && value === signed) {
    return { kind: 'signature', signed: readSigned((name) => header(request, name), names, body) };
  }
  const key = bearerOf(request);
  if (key !== undefined) return { kind: 'apiKey', key };
  const isSignable = security.some(({ kind }) => kind === 'signature');
  const otherwise = isSignable ? `, or "${signed}" in a request that an access token signs` : '';
  throw unknownCredential(
    `The header Authorization must be "Bearer", a space and the API key${otherwise}.`,
  );
}

/** The project of a request, and the hash of its API key, which it keeps when its data is replaced. */
interface OwnProject {
  readonly projectId: string;
  readonly hash: string;
}

/**
 * Returns the project whose API key a request has.
 * @param isUse false for a request that only describes the project
 * @param bytes body of the request, if it has been read
 * @throws RequestError for another credential
 */
export async function ownProject(
  deps: Deps,
  { request }: HttpContext,
  isUse = true,
  bytes?: Uint8Array,
): Promise<OwnProject> {
  const { securitySchemes } = deps.documents.platform;
  const entry = deps.operations.find(({ api }) => api === 'platform');
  if (!entry) throw new Error('the document of the Platform API has no operations');
  const body = bytes ?? (await readBody(request, limits.bodyBytes));
  const credential = readCredential(request, body, securitySchemes, entry.operation);
  if (credential.kind !== 'apiKey') {
    throw denied('This request requires the API key of the project.');
  }
  const { projectId } = await authenticate(deps, credential, isUse);
  return { projectId, hash: keyHash(deps.sha256, credential.key) };
}
