import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { parseRange } from '../../src/addresses.ts';
import { useApp } from '../support/app.ts';

const harness = useApp();

const metrics = () => harness.app.inject({ url: '/metrics' });

// Prometheus text exposition format 0.0.4: comment lines, or name, labels and value.
const sample =
  /^[a-zA-Z_:][a-zA-Z0-9_:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*",?)*\})? (?:[-+]?[\d.]+(?:e[-+]?\d+)?|[-+]?Inf|NaN)(?: \d+)?$/i;
const comment = /^# (?:HELP|TYPE) [a-zA-Z_:][a-zA-Z0-9_:]* .+$/;

it('uses the text format and no-store', async () => {
  const response = await metrics();
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  const lines = response.body.split('\n').filter((line) => line !== '');
  expect(lines.filter((line) => !sample.test(line) && !comment.test(line))).toEqual([]);
  expect(response.body.endsWith('\n')).toBe(true);
});

it('counts requests by method and status', async () => {
  await harness.app.inject({ url: '/' });
  await harness.app.inject({ url: '/' });
  await harness.app.inject({ url: '/unknown/', method: 'HEAD' });
  await harness.app.inject({ url: '/guide' });
  const { body } = await metrics();
  expect(body).toContain('http_requests_total{method="HEAD",status="404"} 1\n');
  expect(body).toContain('http_requests_total{method="GET",status="308"} 1\n');
});

it('measures durations in seconds', async () => {
  const { body } = await metrics();
  expect(body).toContain('http_request_duration_seconds_bucket{le="0.005"} ');
  expect(body).toMatch(/^http_request_duration_seconds_count [1-9]\d*$/m);
});

it('describes the process', async () => {
  expect((await metrics()).body).toMatch(/^process_resident_memory_bytes [\d.e+]+$/m);
});

it('has no path, query or address as a label', async () => {
  await harness.app.inject({ url: '/a-path-of-a-user/?q=secret', remoteAddress: '203.0.113.7' });
  const { body } = await metrics();
  expect(body).not.toMatch(/a-path-of-a-user|secret|203\.0\.113/);
});

const addressed = (app: FastifyInstance, remoteAddress: string, forwarded?: string) =>
  app.inject({
    url: '/metrics',
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });

describe('addresses', () => {
  const open = useApp({ metricsAllowedAddresses: [parseRange('203.0.113.0/24')] });

  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '203.0.113.7'])(
    '%s may read',
    async (address) => {
      expect((await addressed(open.app, address)).statusCode).toBe(200);
    },
  );

  // Without a trusted proxy, the header is ignored.
  it.each([
    ['198.51.100.7', undefined],
    ['2001:db8::1', undefined],
    ['::ffff:198.51.100.7', undefined],
    ['198.51.100.7', '127.0.0.1'],
  ])('%s is rejected with a message that says who may', async (address, forwarded) => {
    const response = await addressed(open.app, address, forwarded);
    expect(response.statusCode).toBe(403);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toMatchObject({ error: 'forbidden' });
    expect(response.body).toContain('METRICS_ALLOWED_ADDRESSES');
    expect(response.body).not.toContain('process_');
  });
});

describe('addresses behind a trusted proxy', () => {
  const behind = useApp({ trustProxy: true, metricsAllowedAddresses: [parseRange('203.0.113.7')] });

  it.each([
    [200, undefined],
    [200, '203.0.113.7'],
    [403, '198.51.100.7'],
    // A client can write the first; the proxy adds the second.
    [403, '127.0.0.1, 198.51.100.7'],
    [403, '198.51.100.7, 127.0.0.1'],
    [403, 'unknown'],
  ])('get %i when forwarded for %s', async (status, forwarded) => {
    expect((await addressed(behind.app, '127.0.0.1', forwarded)).statusCode).toBe(status);
  });
});
