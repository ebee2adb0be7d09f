import { expect, it } from 'vitest';
import { useApp } from '../support/app.ts';

const harness = useApp();

it.each(['GET', 'HEAD'] as const)('%s /healthz answers 200 and is not kept', async (method) => {
  const answer = await harness.app.inject({ url: '/healthz', method });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toBe(method === 'GET' ? 'ok\n' : '');
});

it('is text', async () => {
  const { headers } = await harness.app.inject({ url: '/healthz' });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
});
