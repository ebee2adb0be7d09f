import { expect, it } from 'vitest';
import { useApp } from '../support/app.ts';

const harness = useApp();

it.each(['GET', 'HEAD'] as const)('%s /healthz responds with 200 and no-store', async (method) => {
  const response = await harness.app.inject({ url: '/healthz', method });
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.body).toBe(method === 'GET' ? 'ok\n' : '');
});

it('is text', async () => {
  const { headers } = await harness.app.inject({ url: '/healthz' });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
});
