import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '../../src/app.ts';
import type { SandboxMount } from '../../src/plugins/sandbox.ts';
import { writeFixtureSite } from '../support/fixture-site.ts';
import { anyLoad, inProcessSandbox } from '../support/in-process-sandbox.ts';
import { listen } from '../support/raw-http.ts';

const specs = path.resolve(import.meta.dirname, '../../../../specs');

/** The fields of the `POST /sandbox/projects` response that these tests read. */
export interface Project {
  readonly apiKey: string;
  readonly platformUrl: string;
  readonly broker: { readonly host: string; readonly tcp: number; readonly webSocket: string };
  readonly nodes: readonly [{ readonly deviceId: string; readonly connectionKey: string }];
}

interface Options {
  readonly basePath?: string;
  readonly trustProxy?: boolean;
  readonly sandbox?: Omit<SandboxMount, 'upstream'>;
}

interface Harness {
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly lines: readonly string[];
  createProject(): Promise<Project>;
}

/** Writes the documents of both APIs where the site's build writes them. The parser reads YAML, a superset of JSON. */
export async function addDocuments(siteDir: string): Promise<void> {
  await mkdir(path.join(siteDir, 'specs'));
  for (const api of ['platform', 'device']) {
    const text = await readFile(path.join(specs, `${api}.openapi.yaml`), 'utf8');
    await writeFile(path.join(siteDir, 'specs', `${api}.openapi.json`), text);
  }
}

/** Starts a server with a sandbox on a free port for the tests of a file. */
export function useSandboxServer({
  basePath = '/',
  trustProxy = false,
  sandbox = {},
}: Options = {}): Harness {
  let app: FastifyInstance | undefined;
  let origin = '';
  const lines: string[] = [];
  const folders: string[] = [];
  beforeAll(async () => {
    const siteDir = await writeFixtureSite(basePath);
    folders.push(siteDir);
    await addDocuments(siteDir);
    const mount = inProcessSandbox({ mqttPorts: { tcp: 0 } }, sandbox);
    app = await buildApp({
      siteDir,
      basePath,
      trustProxy,
      logLevel: 'trace',
      logStream: { write: (line) => void lines.push(line) },
      sandbox: mount,
      pressure: anyLoad,
    });
    origin = `http://127.0.0.1:${await listen(app)}`;
    await mount.upstream.ready();
  });
  afterAll(async () => {
    await app?.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  return {
    get app() {
      if (!app) throw new Error('the server is built before the tests, not before this line');
      return app;
    },
    get origin() {
      return origin;
    },
    lines,
    createProject: async () => {
      const response = await fetch(`${origin}${basePath}sandbox/projects`, { method: 'POST' });
      return (await response.json()) as Project;
    },
  };
}
