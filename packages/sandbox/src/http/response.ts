import type { JsonValue } from '@anedya-docs/openapi-model';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { finished, Readable } from 'node:stream';
import type { Api, ApiCall, Documents } from '../core/api/call-table.ts';
import type { JsonObject } from '../core/context.ts';
import { CallError, responseTooLarge, RetryLater, storeFailure } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Reader, ReadLease, ReadLimiter } from '../reads/read-limiter.ts';

/** Header that says that a call behaves as a proposal, and why. */
export const provisionalHeader = 'x-sandbox-provisional';

/** Header with what is probably a mistake in a request that worked: unknown fields, times in another unit. */
export const warningHeader = 'x-sandbox-warning';

/** Headers that the credentials of the documents go into. */
function credentialHeaders({ platform, device }: Documents): string[] {
  const schemes = [...platform.securitySchemes, ...device.securitySchemes];
  const names = schemes.flatMap(({ header, extraHeaders, signatureHeaders }) => [
    ...[header, ...Object.keys(extraHeaders)],
    ...Object.values<string>({ ...signatureHeaders }),
  ]);
  return [...new Set(names)];
}

/**
 * Lets pages of any origin send requests and read the responses: what a call may do depends on the keys that it brings, and never on
 * cookies (https://fetch.spec.whatwg.org/#http-cors-protocol).
 */
export function allowAnyOrigin(app: FastifyInstance, documents: Documents): void {
  const own = ['Content-Type', 'Accept', 'Range', 'If-Range'];
  const allowed = [...own, ...credentialHeaders(documents)].join(', ');
  app.addHook('onRequest', (_request, reply, next) => {
    void reply
      .header('access-control-allow-origin', '*')
      .header(
        'access-control-expose-headers',
        `${provisionalHeader}, ${warningHeader}, retry-after, etag, allow, accept-ranges, content-range`,
      )
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff');
    next();
  });
  app.options('/*', (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE, OPTIONS')
      .header('access-control-allow-headers', allowed)
      .header('access-control-max-age', '86400')
      .send(),
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of a route, whose envelope its errors have too. */
    sandboxCall?: ApiCall;
  }
  interface FastifyRequest {
    /** The API that was asked for a call it does not have. */
    sandboxApi: Api | undefined;
    /** Request id that the response repeats, once it is known. */
    sandboxReqId: string | undefined;
  }
}

function ofFramework(error: FastifyError, request: FastifyRequest): CallError | undefined {
  const status = error.statusCode ?? 500;
  if (status === 413) {
    const text = `The body is larger than ${request.routeOptions.bodyLimit} bytes. Send less at once.`;
    return new CallError(413, 'sandbox::bodytoolarge', text);
  }
  if (status >= 500) return undefined;
  return new CallError(status, 'generic::malformedrequest', `${error.message}.`);
}

/** A failure of no call in particular, in the envelope that most calls of its API have. */
function plainFailure({ message, code, reason }: CallError, api: Api | undefined): JsonObject {
  const failure = { success: false, error: message, errorcode: code };
  return api === 'device' ? failure : { ...failure, reasonCode: reason };
}

/** What goes to the log: where it happened. Messages of a database can quote what a reader has stored. */
function frames({ name, stack }: Error) {
  return { error: name, stack: (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) };
}

/** Sends the error response for what a handler or the framework has thrown, without details of an error of the sandbox itself. */
export function handleError(
  error: FastifyError | CallError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known =
    error instanceof CallError ? error : (storeFailure(error) ?? ofFramework(error, request));
  if (!known) request.log.error(frames(error), 'sandbox call failed');
  const failure =
    known ?? new CallError(500, 'sandbox::failed', 'The sandbox failed. Nothing was written.');
  if (failure instanceof RetryLater) void reply.header('retry-after', failure.seconds);
  const { sandboxCall } = request.routeOptions.config;
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(
      sandboxCall?.envelope.failure(failure, request.sandboxReqId) ??
        plainFailure(failure, request.sandboxApi),
    );
}

/** Entries of a list that become text at once. */
const perPart = 200;

/** Characters that become bytes between two pauses. */
const sliceLength = 32_000;

function tooLarge() {
  return responseTooLarge('Ask for less at once: a lower "limit", fewer nodes or a shorter range.');
}

/** How deep lists are looked for: the points of one node of one response. */
const deepest = 2;

/** The JSON text of a value in parts: long lists a few entries at a time. */
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

/**
 * The JSON text of a large response, made in slices.
 * @returns its bytes in chunks: a client that reads slowly shows by them that it reads
 * @throws CallError `sandbox::responsetoolarge`
 */
async function largeJson(value: JsonValue, { pause }: ReadLease): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  let [text, size] = ['', 0];
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < sliceLength) continue;
    const chunk = Buffer.from(text);
    text = '';
    chunks.push(chunk);
    size += chunk.length;
    if (size > limits.reads.responseBytes) throw tooLarge();
    await pause(chunk.length / limits.reads.bytesPerRow);
  }
  const rest = Buffer.from(text);
  if (size + rest.length > limits.reads.responseBytes) throw tooLarge();
  return [...chunks, rest];
}

/**
 * Waits until a large read for a response may start. It is held until the response is sent, or its client gone; a read that
 * fails has to be ended.
 * @throws CallError when the limits of reads do not let it start
 */
export async function startRead(
  reads: ReadLimiter,
  reader: Omit<Reader, 'gone'>,
  reply: FastifyReply,
): Promise<ReadLease> {
  const gone = new AbortController();
  let lease: ReadLease | undefined;
  finished(reply.raw, () => {
    gone.abort();
    lease?.end();
  });
  return (lease = await reads.start({ ...reader, gone: gone.signal }));
}

/**
 * Sends the response of a large read.
 * @throws CallError `sandbox::responsetoolarge`
 */
export async function sendLarge(
  reply: FastifyReply,
  value: JsonValue,
  lease: ReadLease,
): Promise<void> {
  const chunks = await largeJson(value, lease);
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  lease.sending(size, () => reply.raw.destroy());
  void reply
    .type('application/json; charset=utf-8')
    .header('content-length', size)
    .send(chunks.length === 1 ? chunks[0] : Readable.from(chunks));
}
