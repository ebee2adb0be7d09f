import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { writeFixtureSite } from '../support/fixture-site.ts';
import { writeDocuments } from './support/api-documents.ts';

// No way out is replaced here: the system's resolver and sockets do the work.
let inner: Server;
let app: FastifyInstance;
let root: string;
let port = 0;
beforeAll(async () => {
  inner = createServer((request, response) =>
    response.end(`${request.headers.host} ${request.url}`),
  );
  await once(inner.listen(0, '127.0.0.1'), 'listening');
  ({ port } = inner.address() as AddressInfo);
  root = await writeFixtureSite();
  await writeDocuments(root);
  app = await buildApp({
    siteDir: root,
    basePath: '/',
    trustProxy: false,
    logLevel: 'silent',
    proxyAllowedOrigins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
  });
});
afterAll(async () => {
  await app.close();
  inner.closeAllConnections();
  inner.close();
  await rm(root, { recursive: true, force: true });
});

const call = (target: string) =>
  app.inject({ method: 'POST', url: `/proxy/${target}`, payload: '' });

it.each(['localhost', '127.0.0.1'])(
  'an origin that the operator names may be inside, without TLS and at any path: %s',
  async (host) => {
    const answer = await call(`http://${host}:${port}/any/path?a=b`);
    expect(answer.body).toBe(`${host}:${port} /any/path?a=b`);
  },
);

it('no other port of it may', async () => {
  const answer = await call(`http://localhost:${port === 80 ? 81 : 80}/`);
  expect(answer.headers['x-proxy-error']).toBe('target_not_allowed');
});

it('an origin of the documents is not named by that', async () => {
  const answer = await call('https://api.ap-in-1.anedya.io/admin');
  expect(answer.headers['x-proxy-error']).toBe('target_not_allowed');
});
