import type { JsonValue } from '@anedya-docs/openapi-model';
import { failures, proxyFailure, type ApiResponse, type Outcome } from './outcome';

/** A request that is ready to be sent. */
export interface Prepared {
  readonly method: string;
  /** URL of the operation on the platform or sandbox. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Browser APIs that a request needs. Tests pass fakes. */
export interface SendDeps {
  readonly fetch: typeof fetch;
  readonly isOnline: () => boolean;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  readonly setTimer: (run: () => void, milliseconds: number) => () => void;
  /** Prefix of the URL (`https://docs.example.com/proxy/`); empty for direct requests. */
  readonly proxy: string;
}

/** Limits of a request. Those of the proxy are 30 s and 5 MB. */
export const sendLimits = { seconds: 35, megabytes: 5 } as const;

class TooLargeError extends Error {}

/** Declared size of a response in bytes; undefined without a declaration and for compressed responses. */
function declaredLength({ type, headers }: Response): number | undefined {
  const length = headers.get('content-length');
  // A page cannot see whether a response of another origin is compressed.
  return length === null || type !== 'basic' || headers.has('content-encoding')
    ? undefined
    : Number(length);
}

/** Reads a body up to a maximum size. */
async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const limit = sendLimits.megabytes * 1_000_000;
  // Chromium may report a request as canceled when a page reads its body as a stream, even if it reads to the end.
  const declared = declaredLength(response);
  if (declared !== undefined && declared <= limit) {
    return new Uint8Array(await response.arrayBuffer());
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length;
    if (size > limit) {
      await reader?.cancel();
      throw new TooLargeError();
    }
    chunks.push(part.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** The value of JSON text; undefined for invalid JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** True when a host without a proxy has responded: the proxy marks every response that it forwards. */
function isWithoutProxy(response: Response, proxy: string): boolean {
  return proxy !== '' && [404, 405].includes(response.status) && !response.headers.has('x-proxied');
}

async function toOutcome(
  response: Response,
  startedAt: number,
  { now, proxy }: SendDeps,
): Promise<Outcome> {
  const bytes = await readBounded(response);
  const text = new TextDecoder().decode(bytes);
  const json = parseJson(text);
  const proxyError = response.headers.get('x-proxy-error');
  if (proxyError !== null) return proxyFailure(proxyError, json);
  if (json === undefined && isWithoutProxy(response, proxy)) {
    return failures.proxyUnreachable(new URL(proxy).host);
  }
  return {
    kind: 'response',
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].filter(([name]) => name !== 'x-proxied'),
    text,
    json,
    bytes: bytes.length,
    milliseconds: Math.round(now() - startedAt),
  } satisfies ApiResponse;
}

const isCanceled = (cancel: AbortSignal) => cancel.aborted;

/**
 * Sends a request. Never throws: an outcome describes the error and what to do.
 * @param cancel aborts the request
 */
export async function send(
  prepared: Prepared,
  deps: SendDeps,
  cancel: AbortSignal,
): Promise<Outcome> {
  const { isOnline, now, proxy, setTimer } = deps;
  if (isCanceled(cancel)) return { kind: 'canceled' };
  const controller = new AbortController();
  const seen = { isLate: false, hasResponse: false };
  const stop = () => controller.abort();
  cancel.addEventListener('abort', stop);
  const clearTimer = setTimer(() => {
    seen.isLate = true;
    stop();
  }, sendLimits.seconds * 1000);
  try {
    const startedAt = now();
    const response = await deps.fetch(proxy + prepared.url, {
      method: prepared.method,
      headers: prepared.headers,
      body: prepared.body,
      signal: controller.signal,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    seen.hasResponse = true;
    return await toOutcome(response, startedAt, deps);
  } catch (error) {
    if (isCanceled(cancel)) return { kind: 'canceled' };
    if (seen.isLate) return failures.timeOut(sendLimits.seconds);
    if (error instanceof TooLargeError) return failures.tooLarge(sendLimits.megabytes);
    if (seen.hasResponse) return failures.interrupted();
    // Not before: without a network, a browser still reaches a server on the same machine.
    if (!isOnline()) return failures.offline();
    return proxy === ''
      ? failures.unreachable(new URL(prepared.url).host)
      : failures.proxyUnreachable(new URL(proxy).host);
  } finally {
    clearTimer();
    cancel.removeEventListener('abort', stop);
  }
}
