import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { buildApp, type AppOptions } from '../../src/app.ts';
import { writeFixtureSite } from './fixture-site.ts';

interface Harness {
  /** The server of the fixture site; present once the tests run. */
  readonly app: FastifyInstance;
  /** Log lines written so far. */
  readonly lines: readonly string[];
}

/** Creates a fixture site and its server before the tests of a file, and removes both afterward. */
export function useApp(overrides: Partial<AppOptions> = {}): Harness {
  let app: FastifyInstance | undefined;
  let root = '';
  const lines: string[] = [];

  beforeAll(async () => {
    root = await writeFixtureSite(overrides.basePath);
    app = await buildApp({
      siteDir: root,
      basePath: '/',
      trustProxy: false,
      logLevel: 'trace',
      logStream: { write: (line) => void lines.push(line) },
      ...overrides,
    });
  });
  afterAll(async () => {
    await app?.close();
    await rm(root, { recursive: true, force: true });
  });
  return {
    get app() {
      if (!app) throw new Error('the server is built before the tests, not before this line');
      return app;
    },
    lines,
  };
}
