import { afterAll, describe, expect, it } from 'vitest';
import { exchange } from '../support/raw-http.ts';
import { apiHost, apiUrl } from './support/api-documents.ts';
import { proxyErrorOf, rawRequest } from './support/raw-request.ts';
import { publicAddress, useProxy } from './support/proxy-harness.ts';

const way = { addresses: [publicAddress] as readonly string[], fails: false };
const proxy = useProxy({
  proxy: {
    resolve: () => (way.fails ? Promise.reject(new Error(secret)) : Promise.resolve(way.addresses)),
    rate: { window: 60_000, all: 100, client: 20 },
    timeouts: { connect: 1_000, total: 1_500 },
  },
});
const secret = 'hunter2secret';
const headers = [
  `Authorization: Bearer ${secret}`,
  `X-Anedya-Signature: ${secret}`,
  `Cookie: ${secret}`,
  `X-Forwarded-For: ${secret}`,
];
const body = JSON.stringify({ key: secret });
const target = `${apiUrl}?key=${secret}`;

async function send(raw: Parameters<typeof rawRequest>[0] = {}) {
  const length = `Content-Length: ${(raw.body ?? body).length}`;
  const request = rawRequest({
    target,
    body,
    ...raw,
    headers: [...headers, ...(raw.headers ?? []), length],
  });
  return exchange(proxy.port, request);
}

describe('log lines, metrics and messages of the proxy contain nothing of', () => {
  it('a valid request', async () => {
    let heard = '';
    proxy.upstream.handler = (request, response) => {
      heard = `${request.headers.authorization} ${request.url}`;
      response.end(secret);
    };
    expect(await send()).toContain(secret);
    expect(heard).toBe(`Bearer ${secret} /v1/node/list?key=${secret}`);
  });

  it.each([
    ['user info', { target: `https://${secret}:${secret}@${apiHost}/v1/` }, 'target_invalid'],
    ['user info without scheme', { target: `${secret}:${secret}@${apiHost}/` }, 'target_invalid'],
    ['a path', { target: `https://${apiHost}/${secret}` }, 'target_not_allowed'],
    ['a path with dots', { target: `https://${apiHost}/v1/../${secret}` }, 'target_invalid'],
    ['a query elsewhere', { target: `https://example.org/?${secret}` }, 'target_not_allowed'],
    ['another method', { method: 'DELETE' }, 'method_not_allowed'],
    ['another page', { headers: [`Origin: https://${secret}.example`] }, 'origin_not_allowed'],
    ['broken headers', { headers: [`Authorization: ${secret}`] }, 'headers_invalid'],
    ['a type that is none', { headers: [`Accept: ${secret}\u00e9`] }, 'headers_invalid'],
    ['a body too large', { body: secret.repeat(20_000) }, 'body_too_large'],
  ])('a rejected request: %s', async (_case, raw, code) => {
    const response = await send(raw);
    expect(proxyErrorOf(response)).toBe(code);
    expect(response).not.toContain(secret);
  });

  it.each([
    ['redirect_not_followed', { location: `https://${secret}.example` }, 302],
    ['upstream_broken', { 'content-encoding': secret }, 200],
    ['response_too_large', { 'content-length': '99999999' }, 200],
  ])('a failed request: %s', async (code, upstreamHeaders, status) => {
    proxy.upstream.handler = (_request, response) => {
      response.writeHead(status, upstreamHeaders).end(secret);
    };
    const response = await send();
    expect(proxyErrorOf(response)).toBe(code);
    expect(response).not.toContain(secret);
  });

  it('a response that is cut', async () => {
    proxy.upstream.handler = (_request, response) => {
      response.writeHead(200).write(secret, () => setImmediate(() => response.destroy()));
    };
    await send();
  });

  it('a request that never gets a response', async () => {
    proxy.upstream.handler = () => undefined;
    expect(proxyErrorOf(await send())).toBe('upstream_timeout');
  });

  it.each(['address_not_allowed', 'dns_failed'])('an unreachable host: %s', async (code) => {
    proxy.upstream.handler = (_request, response) =>
      response.setHeader('connection', 'close').end();
    // Closes the keep-alive connection of earlier requests.
    if (way.addresses.includes(publicAddress)) await send();
    way.addresses = ['127.0.0.1'];
    way.fails = code === 'dns_failed';
    const response = await send();
    expect(proxyErrorOf(response)).toBe(code);
    expect(response).not.toContain(secret);
  });

  it('too many requests', async () => {
    const codes: (string | undefined)[] = [];
    for (let at = 0; at < 20; at += 1) codes.push(proxyErrorOf(await send()));
    expect(codes).toContain('too_many_requests');
  });

  it.each(['//proxy/', '/Proxy/', '/%70roxy/', '/a/proxy/', '/proxy/%'])(
    'a misspelled path: %s',
    async (prefix) => {
      const request = rawRequest({ target: `https://${secret}@${apiHost}/v1/?${secret}` });
      await exchange(proxy.port, request.replace('/proxy/', prefix));
    },
  );

  afterAll(async () => {
    const written = proxy.lines.join('');
    expect(written).toContain('"path":"/proxy/"');
    expect(written).not.toContain(secret);
    expect(written).not.toContain(apiHost);
    const { body: metrics } = await proxy.app.inject('/metrics');
    expect(metrics).toContain('proxy_requests_total{outcome="passed"}');
    expect(metrics).not.toContain(secret);
    expect(metrics).not.toContain(apiHost);
  });
});

it('the label of the metric has only known values', async () => {
  const { proxyErrorStatus } = await import('../../src/proxy/errors.ts');
  const fixed = [...Object.keys(proxyErrorStatus), 'passed', 'preflight', 'client_gone', 'failed'];
  const { body: metrics } = await proxy.app.inject('/metrics');
  const lines = [...metrics.matchAll(/^proxy_requests_total\{(.*)\} \d+$/gm)].map(
    ([, l]) => l ?? '',
  );
  expect(lines.length).toBeGreaterThan(5);
  for (const label of lines) {
    expect(fixed).toContain(/^outcome="(\w+)"$/.exec(label)?.[1]);
  }
});
