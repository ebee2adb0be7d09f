import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { large, policies, writeFixtureSite } from '../support/fixture-site.ts';

const asset = '/assets/js/a.12345678.js';
let root: string;
let app: FastifyInstance;
let lines: string[];

beforeEach(async () => {
  root = await writeFixtureSite();
  lines = [];
  app = await buildApp({
    siteDir: root,
    basePath: '/',
    trustProxy: false,
    logLevel: 'info',
    logStream: { write: (line) => void lines.push(line) },
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
  await rm(root, { recursive: true, force: true });
});

it.each([asset, '/guide/', large.path])(
  'a file that cannot be read gets a generic error, which is not stored: %s',
  async (url) => {
    const read = fs.createReadStream;
    // A folder opens, and fails when it is read.
    vi.spyOn(fs, 'createReadStream').mockImplementation(() => read(root));
    const response = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      error: 'internal_error',
      message: 'The server could not process the request. Try again later.',
    });
    expect(response.headers).toMatchObject({ ...policies, 'cache-control': 'no-store' });
    for (const name of ['content-encoding', 'etag', 'last-modified', 'accept-ranges']) {
      expect(response.headers).not.toHaveProperty(name);
    }
    expect(lines.filter((line) => line.includes('"level":50'))).toHaveLength(1);
    expect(lines.join('')).toContain('EISDIR');
  },
);

it.each([
  [412, { 'if-match': '"other"' }],
  [416, { range: 'bytes=999999-' }],
])('an asset with status %i is not stored', async (status, headers) => {
  const response = await app.inject({ url: asset, headers });
  expect(response.statusCode).toBe(status);
  expect(response.headers['cache-control']).toBe('no-store');
});

it('an asset that was removed is not stored', async () => {
  await rm(path.join(root, 'assets'), { recursive: true });
  const response = await app.inject({ url: asset });
  expect(response.statusCode).toBe(404);
  expect(response.headers['cache-control']).toBe('no-store');
});
