import { expect, it } from 'vitest';
import { developmentProxy } from './bundle';

it.each(['/', '/docs/'])('forwards the endpoints of the server below %s', (baseUrl) => {
  const backend = 'http://localhost:3001';
  const paths = ['/1/', '/page-views', '/healthz', '/metrics'];
  const context = [...paths, `${baseUrl}proxy/`, `${baseUrl}sandbox/`, `${baseUrl}mcp`];
  expect(developmentProxy(backend, baseUrl)).toEqual({
    devServer: { proxy: [{ context, target: backend, ws: true }] },
  });
});
