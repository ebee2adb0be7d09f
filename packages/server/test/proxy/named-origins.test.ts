import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { writeFixtureSite } from '../support/fixture-site.ts';
import { writeDocuments } from './support/api-documents.ts';

// These tests use the system's resolver and sockets.
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

const request = (target: string) =>
  app.inject({ method: 'POST', url: `/proxy/${target}`, payload: '' });

it.each(['localhost', '127.0.0.1'])(
  'a configured origin may be internal, without TLS and at any path: %s',
  async (host) => {
    const response = await request(`http://${host}:${port}/any/path?a=b`);
    expect(response.body).toBe(`${host}:${port} /any/path?a=b`);
  },
);

it('another port of a configured origin is rejected', async () => {
  const response = await request(`http://localhost:${port === 80 ? 81 : 80}/`);
  expect(response.headers['x-proxy-error']).toBe('target_not_allowed');
});

it('an origin of the documents is not a configured one', async () => {
  const response = await request('https://api.ap-in-1.anedya.io/admin');
  expect(response.headers['x-proxy-error']).toBe('target_not_allowed');
});
