import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { texts, writeFixtureSite } from '../support/fixture-site.ts';

let root: string;
let app: FastifyInstance;

beforeEach(async () => {
  root = await writeFixtureSite();
  app = await buildApp({ siteDir: root, basePath: '/', trustProxy: true, logLevel: 'silent' });
});
afterEach(async () => {
  await app.close();
  await rm(root, { recursive: true, force: true });
});

const get = (headers: Record<string, string> = {}) => app.inject({ url: '/guide/', headers });
const removeFiles = () => rm(path.join(root, 'guide'), { recursive: true });

it.each(['br', 'gzip', 'identity'])('repeats a response in %s without its file', async (coding) => {
  const first = await get({ 'accept-encoding': coding });
  await removeFiles();
  const second = await get({ 'accept-encoding': coding });
  expect(second.statusCode).toBe(200);
  expect({ ...second.headers, date: '' }).toEqual({ ...first.headers, date: '' });
  expect(second.rawPayload).toEqual(first.rawPayload);
});

it('keeps one response for each coding', async () => {
  await get({ 'accept-encoding': 'br' });
  expect((await get()).body).toBe(texts['guide/index.html']);
});

it('reads the file for conditions and ranges from the file', async () => {
  const { headers } = await get();
  expect((await get({ 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  expect((await get({ range: 'bytes=0-3' })).body).toBe(texts['guide/index.html'].slice(0, 4));
  expect((await get({ range: 'bytes=0-3' })).statusCode).toBe(206);
});

// RFC 6797, 7.2: never over HTTP without TLS.
it('keeps nothing that depends on the connection', async () => {
  const secure = await get({ 'x-forwarded-proto': 'https' });
  expect(secure.headers).toHaveProperty('strict-transport-security');
  expect((await get()).headers).not.toHaveProperty('strict-transport-security');
});

it('keeps one response for all spellings of a coding', async () => {
  const first = await get({ 'accept-encoding': 'br' });
  await removeFiles();
  for (const spelling of ['BR', 'gzip, deflate, br, zstd', `br${', x'.repeat(40)}`]) {
    const response = await get({ 'accept-encoding': spelling });
    expect(response.rawPayload, spelling).toEqual(first.rawPayload);
  }
});

it('never sends a coding that the client does not accept', async () => {
  await get({ 'accept-encoding': '*' });
  for (const coding of ['br', 'gzip']) {
    const { headers } = await get({ 'accept-encoding': coding });
    expect(headers['content-encoding']).toBe(coding);
  }
});

it('sends the file uncompressed to a client that rejects both codings', async () => {
  await get({ 'accept-encoding': 'br' });
  const response = await get({ 'accept-encoding': 'br;q=0, gzip;q=0' });
  expect(response.body).toBe(texts['guide/index.html']);
});
