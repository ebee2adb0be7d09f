import { expect, it } from 'vitest';
import { useApp } from '../support/app.ts';

const harness = useApp();

const metrics = () => harness.app.inject({ url: '/metrics' });

// Prometheus text exposition format 0.0.4: comment lines, or name, labels and value.
const sample =
  /^[a-zA-Z_:][a-zA-Z0-9_:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*",?)*\})? (?:[-+]?[\d.]+(?:e[-+]?\d+)?|[-+]?Inf|NaN)(?: \d+)?$/i;
const comment = /^# (?:HELP|TYPE) [a-zA-Z_:][a-zA-Z0-9_:]* .+$/;

it('speaks the text format, uncached', async () => {
  const answer = await metrics();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  const lines = answer.body.split('\n').filter((line) => line !== '');
  expect(lines.filter((line) => !sample.test(line) && !comment.test(line))).toEqual([]);
  expect(answer.body.endsWith('\n')).toBe(true);
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

it('tells about the process', async () => {
  expect((await metrics()).body).toMatch(/^process_resident_memory_bytes [\d.e+]+$/m);
});

it('has no path, query or address as a label of requests', async () => {
  await harness.app.inject({ url: '/a-path-of-a-reader/?q=secret', remoteAddress: '203.0.113.7' });
  const { body } = await metrics();
  expect(body).not.toMatch(/a-path-of-a-reader|secret|203\.0\.113/);
});
