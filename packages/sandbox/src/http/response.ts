import type { JsonValue } from '@anedya-docs/openapi-model';
import { codeAnchor } from '@anedya-docs/openapi-model/fields';
import type { Api, Documents, OperationEntry } from '../core/api/operation-table.ts';
import type { JsonObject } from '../core/context.ts';
import { RequestError, RetryLater, storeFailure } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { type ReadLease, type ReadLimiter, responseTooLarge } from '../core/read-limiter.ts';
import type { HttpContext } from './request.ts';

/**
 * Arguments of `new Response(body, init)`. Creating a `Response` and reading its body takes about a tenth of the time of a
 * small request; an adapter that sends the bytes itself avoids this.
 */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

/** Handles a request at one path and method. */
export type RouteHandler = (context: HttpContext) => Reply | Promise<Reply>;

/** A route of a path below the sandbox. */
export interface Route {
  readonly methods: Readonly<Record<string, RouteHandler>>;
  /** Operation of the path. */
  readonly entry?: OperationEntry;
  /** Headers of all responses. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Header with the reason why an operation is provisional. */
export const provisionalHeader = 'x-sandbox-provisional';

/** Header with probable mistakes in a successful request: unknown fields, times in the wrong unit. */
export const warningHeader = 'x-sandbox-warning';

/** Returns the headers of every response. Scripts of any origin may read it: keys authorize a request, and never cookies. */
export function commonHeaders(): Record<string, string> {
  return {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': `${provisionalHeader}, ${warningHeader}, link, retry-after, etag, allow, accept-ranges, content-range`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
}

/** Converts text to a header value, visible ASCII on one line (RFC 9110, 5.5). Other characters are escaped as in JSON. */
export function headerText(text: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/\s+/g, ' ').replace(/[^\x20-\x7e]/g, escaped);
}

const encoder = new TextEncoder();

/** Returns a response with an encoded body of known length. */
export function withBody({ headers }: HttpContext, status: number, type: string, text: string) {
  const body = encoder.encode(text);
  headers['content-type'] = type;
  headers['content-length'] = String(body.length);
  return { status, headers, body } satisfies Reply;
}

const jsonType = 'application/json; charset=utf-8';

export function json(context: HttpContext, value: JsonValue, status = 200): Reply {
  return withBody(context, status, jsonType, JSON.stringify(value));
}

/** Builds an error that belongs to no operation, in the usual envelope of its API. */
function plainFailure({ message, code, reason }: RequestError, api: Api | undefined): JsonObject {
  const failure = { success: false, error: message, errorcode: code };
  return api === 'device' ? failure : { ...failure, reasonCode: reason };
}

/** Name and location of an internal error, without its message, because database messages can quote stored data. */
export interface ErrorReport {
  readonly error: string;
  /** Lines of the stack. */
  readonly stack: readonly string[];
}

function reportOf(error: unknown): ErrorReport {
  const { name, stack = '' } = error instanceof Error ? error : new TypeError(typeof error);
  return { error: name, stack: stack.split('\n').filter((line) => /^\s+at /.test(line)) };
}

/** Where errors are explained. */
export interface ErrorHelp {
  readonly documents: Documents;
  /** Returns the URL of the site for the base URL of the sandbox, both without a trailing slash; nothing without a site. */
  readonly siteUrl: (base: string) => string | undefined;
}

/**
 * Returns the header `Link` of an error response: its entry in the error catalog, or the catalog for a code that has none
 * (RFC 8288; RFC 6903 has no type for a specific error, so that the general `help` of HTML is used).
 */
function helpLink(
  { base, entry, api = 'platform' }: HttpContext,
  { reason, code }: RequestError,
  { documents, siteUrl }: ErrorHelp,
): string | undefined {
  const site = base === undefined ? undefined : siteUrl(base);
  if (site === undefined) return undefined;
  const { errorCatalog, reasonCodes, errorCodes } = documents[entry?.api ?? api];
  const names = [reason, String(code)];
  const found = [...reasonCodes, ...errorCodes].find((known) => names.includes(known.code));
  const anchor = found ? `#${codeAnchor(found.code)}` : '';
  return `<${site}${errorCatalog}${anchor}>; rel="help"`;
}

/**
 * Returns the error response for a thrown value, without details of internal errors.
 * @param report called with internal errors
 */
export function errorReply(
  context: HttpContext,
  error: unknown,
  report: (error: ErrorReport) => void,
  help: ErrorHelp,
): Reply {
  const known = error instanceof RequestError ? error : storeFailure(error);
  if (!known) report(reportOf(error));
  const failure =
    known ??
    new RequestError(
      500,
      'sandbox::failed',
      'Internal error of the sandbox. Nothing was written. Try again.',
    );
  const { headers, entry, reqId, api } = context;
  if (failure instanceof RetryLater) headers['retry-after'] = String(failure.seconds);
  // RFC 9110, 15.5.2. The key of a device has no authentication scheme that a challenge could name.
  if (failure.status === 401 && entry?.api !== 'device') headers['www-authenticate'] = 'Bearer';
  const link = helpLink(context, failure, help);
  if (link !== undefined) headers.link = link;
  const value = entry?.envelope.failure(failure, reqId) ?? plainFailure(failure, api);
  return json(context, value, failure.status);
}

/** List entries that are serialized in one slice. */
const perPart = 200;

/** Characters that are encoded between two pauses. */
const sliceLength = 32_000;

function tooLarge() {
  return responseTooLarge(
    'Request less data: use a lower "limit", fewer nodes or a shorter range.',
  );
}

/** Nesting levels at which lists are split, such as the points of one node in a response. */
const deepest = 2;

/** Yields the JSON text of a value in parts; long lists a few entries at a time. */
function* partsOf(value: JsonValue, depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null || depth > deepest) {
    yield JSON.stringify(value);
    return;
  }
  if (Array.isArray(value)) {
    for (let start = 0; start < value.length; start += perPart) {
      const part = JSON.stringify(value.slice(start, start + perPart));
      yield `${start === 0 ? '[' : ','}${part.slice(1, -1)}`;
    }
    yield value.length === 0 ? '[]' : ']';
    return;
  }
  let opening = '{';
  for (const [name, item] of Object.entries(value)) {
    yield `${opening}${JSON.stringify(name)}:`;
    yield* partsOf(item, depth + 1);
    opening = ',';
  }
  yield opening === '{' ? '{}' : '}';
}

/** Encoded JSON in chunks, with its size in bytes. */
interface EncodedJson {
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
  readonly size: number;
}

/**
 * Encodes a large response in slices.
 * @returns the bytes in chunks; each chunk that a slow client receives shows that it is still reading
 * @throws RequestError `sandbox::responsetoolarge`
 */
async function encodeLarge(value: JsonValue, { pause }: ReadLease): Promise<EncodedJson> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let [text, size] = ['', 0];
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < sliceLength) continue;
    const chunk = encoder.encode(text);
    text = '';
    chunks.push(chunk);
    size += chunk.length;
    if (size > limits.reads.responseBytes) throw tooLarge();
    await pause(chunk.length / limits.reads.bytesPerRow);
  }
  const rest = encoder.encode(text);
  size += rest.length;
  if (size > limits.reads.responseBytes) throw tooLarge();
  chunks.push(rest);
  return { chunks, size };
}

/**
 * Creates a body that reads a chunk after the client has received the previous one.
 * @param chunks chunks of the body; an error closes the connection before the body is complete
 * @param release called once, when the body is sent, fails, or is no longer needed
 */
export function streamOf(
  chunks: Iterator<Uint8Array<ArrayBuffer>> | AsyncIterator<Uint8Array<ArrayBuffer>>,
  release: () => void,
  start?: (controller: ReadableStreamDefaultController) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start,
      async pull(controller) {
        try {
          const next = await chunks.next();
          if (next.done !== true) {
            controller.enqueue(next.value);
            return;
          }
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        release();
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  );
}

/**
 * Waits until a large read for a response may start. End the lease if the read fails.
 * @throws RequestError if the limits of reads do not allow it
 */
export async function startRead(
  reads: ReadLimiter,
  { request: { signal }, client }: HttpContext,
  projectId: string,
): Promise<ReadLease> {
  const lease = await reads.start({ projectId, client, gone: signal });
  signal.addEventListener('abort', lease.end, { once: true });
  return lease;
}

/** Returns the response of a large read that is already encoded. The lease ends when the body is sent. */
export function encodedJson(
  { headers }: HttpContext,
  { chunks, size }: EncodedJson,
  lease: ReadLease,
): Reply {
  headers['content-type'] = jsonType;
  headers['content-length'] = String(size);
  const body = streamOf(chunks.values(), lease.end, (controller) => {
    lease.sending(size, () => {
      controller.error(new Error('The client reads its response too slowly'));
      lease.end();
    });
  });
  return { status: 200, headers, body };
}

/**
 * Returns the response of a large read. The lease ends when the body is sent.
 * @throws RequestError `sandbox::responsetoolarge`
 */
export async function largeJson(
  context: HttpContext,
  value: JsonValue,
  lease: ReadLease,
): Promise<Reply> {
  return encodedJson(context, await encodeLarge(value, lease), lease);
}

/** Returns a successful response of the routes under `/projects`. */
export function succeed(fields: JsonObject): JsonObject {
  return { success: true, error: '', errorcode: 0, reasonCode: 'generic::ok', ...fields };
}
