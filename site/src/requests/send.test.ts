import { describe, expect, it, vi } from 'vitest';
import { send, sendLimits, type Prepared, type SendDeps } from './send';

const prepared: Prepared = {
  method: 'POST',
  url: 'https://api.ap-in-1.anedya.io/v1/node/list',
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer k' },
  body: '{"limit":1}',
};
const never = new AbortController().signal;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A browser with the given network and a clock that advances by 40 ms each time it is read. */
function depsOf(network: Fetch, others: Partial<SendDeps> = {}): SendDeps {
  let time = 0;
  return {
    fetch: network as typeof fetch,
    isOnline: () => true,
    now: () => (time += 40),
    setTimer: () => () => undefined,
    proxy: 'https://docs.example.com/proxy/',
    ...others,
  };
}

/** A network that never responds, and rejects when aborted. */
const silent: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });

const json = (body: unknown, init?: ResponseInit) => () =>
  Promise.resolve(new Response(JSON.stringify(body), init));

describe('send', () => {
  it('sends the request through the proxy, without cookies or referrer', async () => {
    const seen: [string, RequestInit][] = [];
    await send(
      prepared,
      depsOf((url, init) => {
        seen.push([url, init]);
        return json({})();
      }),
      never,
    );
    expect(seen).toHaveLength(1);
    expect(seen[0]?.[0]).toBe(
      'https://docs.example.com/proxy/https://api.ap-in-1.anedya.io/v1/node/list',
    );
    expect(seen[0]?.[1]).toMatchObject({
      method: 'POST',
      headers: prepared.headers,
      body: prepared.body,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
  });

  it('goes directly to the platform without a proxy', async () => {
    const seen: string[] = [];
    const network: Fetch = (url) => {
      seen.push(url);
      return json({})();
    };
    await send(prepared, depsOf(network, { proxy: '' }), never);
    expect(seen).toEqual([prepared.url]);
  });

  it('returns status, time, size, headers and body of a response, errors included', async () => {
    const body = { success: false, error: 'né' };
    const outcome = await send(
      prepared,
      depsOf(json(body, { status: 403, statusText: 'Forbidden', headers: { 'x-proxied': '1' } })),
      never,
    );
    const text = JSON.stringify(body);
    expect(outcome).toEqual({
      kind: 'response',
      status: 403,
      statusText: 'Forbidden',
      headers: [['content-type', 'text/plain;charset=UTF-8']],
      text,
      json: body,
      bytes: Buffer.byteLength(text),
      milliseconds: 40,
    });
  });

  it('returns a response that is not JSON', async () => {
    const outcome = await send(
      prepared,
      depsOf(() => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))),
      never,
    );
    expect(outcome).toMatchObject({
      kind: 'response',
      json: undefined,
      text: '<h1>Bad gateway</h1>',
    });
  });

  it('shows why the proxy rejected a request', async () => {
    const network = json(
      { error: 'dns_failed', message: 'No such name', hint: 'Check it.' },
      { status: 502, headers: { 'x-proxy-error': 'dns_failed' } },
    );
    expect(await send(prepared, depsOf(network), never)).toEqual({
      kind: 'failure',
      code: 'dns_failed',
      title: 'Server name not found',
      message: 'No such name.',
      hint: 'Check it.',
    });
  });

  it('handles an invalid response of the proxy', async () => {
    const network: Fetch = () =>
      Promise.resolve(
        new Response('oops', { status: 500, headers: { 'x-proxy-error': 'new_code' } }),
      );
    expect(await send(prepared, depsOf(network), never)).toMatchObject({
      kind: 'failure',
      code: 'new_code',
      title: 'The proxy rejected the request',
    });
  });

  it('distinguishes a host without a proxy from the platform', async () => {
    const page: Fetch = () => Promise.resolve(new Response('<!doctype html>', { status: 405 }));
    expect(await send(prepared, depsOf(page), never)).toMatchObject({
      code: 'proxy_unreachable',
    });
    const platform = json({ success: false }, { status: 404, headers: { 'x-proxied': '1' } });
    expect(await send(prepared, depsOf(platform), never)).toMatchObject({ status: 404 });
  });

  const broken: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  it.each([
    ['a browser without a network', broken, { isOnline: () => false }, 'offline'],
    ['a proxy that is unavailable', broken, {}, 'proxy_unreachable'],
    ['a server that is unavailable or does not allow CORS', broken, { proxy: '' }, 'unreachable'],
  ])('names %s', async (_name, network, others, code) => {
    expect(await send(prepared, depsOf(network, others), never)).toMatchObject({
      kind: 'failure',
      code,
    });
  });

  it('reaches a server on the same machine without a network', async () => {
    const local = depsOf(json({ success: true }), { proxy: '', isOnline: () => false });
    expect(await send(prepared, local, never)).toMatchObject({ kind: 'response', status: 200 });
  });

  it('reports a network that is lost during the request', async () => {
    let isOnline = true;
    const network: Fetch = () => {
      isOnline = false;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    expect(
      await send(prepared, depsOf(network, { isOnline: () => isOnline }), never),
    ).toMatchObject({ code: 'offline' });
  });

  it('times out, and otherwise clears the timer', async () => {
    const timers: number[] = [];
    const late = depsOf(silent, {
      setTimer: (run, milliseconds) => {
        timers.push(milliseconds);
        queueMicrotask(run);
        return () => undefined;
      },
    });
    expect(await send(prepared, late, never)).toMatchObject({ code: 'time_out' });
    expect(timers).toEqual([sendLimits.seconds * 1000]);

    let isCleared = false;
    const quick = depsOf(json({}), { setTimer: () => () => (isCleared = true) });
    await send(prepared, quick, never);
    expect(isCleared).toBe(true);
  });

  it('can be canceled before and during the request', async () => {
    const before = AbortSignal.abort();
    expect(await send(prepared, depsOf(silent), before)).toEqual({ kind: 'canceled' });
    const controller = new AbortController();
    const outcome = send(prepared, depsOf(silent), controller.signal);
    controller.abort();
    expect(await outcome).toEqual({ kind: 'canceled' });
  });

  it('stops reading a response that is too large', async () => {
    let sent = 0;
    let isCanceled = false;
    const stream = new ReadableStream({
      pull: (controller) => {
        sent += 1_000_000;
        controller.enqueue(new Uint8Array(1_000_000));
      },
      cancel: () => {
        isCanceled = true;
      },
    });
    const outcome = await send(
      prepared,
      depsOf(() => Promise.resolve(new Response(stream))),
      never,
    );
    expect(outcome).toMatchObject({ kind: 'failure', code: 'too_large' });
    expect(isCanceled).toBe(true);
    expect(sent).toBeLessThanOrEqual(8_000_000);
  });

  it.each([
    ['at once when its length is known', {}, 0],
    ['as a stream when it is compressed', { 'content-encoding': 'br' }, 1],
  ])('reads a same-origin response %s', async (_, headers, streamed) => {
    const response = new Response('{}', { headers: { 'content-length': '2', ...headers } });
    const body = vi.spyOn(response, 'body', 'get');
    Object.defineProperty(response, 'type', { value: 'basic' });
    const outcome = await send(
      prepared,
      depsOf(() => Promise.resolve(response)),
      never,
    );
    expect(outcome).toMatchObject({ kind: 'response', json: {} });
    expect(body).toHaveBeenCalledTimes(streamed);
  });

  it('reports an incomplete response', async () => {
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a"')),
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    const network = () => Promise.resolve(new Response(stream));
    expect(await send(prepared, depsOf(network), never)).toMatchObject({
      code: 'interrupted',
    });
  });
});
