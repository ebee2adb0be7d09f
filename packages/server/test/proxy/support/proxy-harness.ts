import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { buildApp, type AppOptions } from '../../../src/app.ts';
import type { ProxyOptions } from '../../../src/proxy/upstream.ts';
import { createAuthority, type CertificateAuthority } from '../../support/certificates.ts';
import { writeFixtureSite } from '../../support/fixture-site.ts';
import { startHttpsUpstream, type Upstream } from '../../support/https-upstream.ts';
import { listen } from '../../support/raw-http.ts';
import { apiHost, apiUrl, writeDocuments } from './api-documents.ts';

/** A public address, so that the policy accepts it; no socket connects to it. */
export const publicAddress = '93.184.215.14';
export const ownOrigin = 'https://docs.anedya.io';

export interface ProxyHarness {
  readonly app: FastifyInstance;
  /** Port of the server under test, on the loopback address. */
  readonly port: number;
  /** Replaces every host: all connections of the proxy go there. */
  readonly upstream: Upstream;
  readonly authority: CertificateAuthority;
  readonly lines: readonly string[];
  /** Sends a request to the proxy; by default a valid one. */
  request(options?: Partial<InjectOptions> & { target?: string }): Promise<LightMyRequestResponse>;
}

interface Setup extends Partial<AppOptions> {
  /** Names in the certificate of the upstream. */
  readonly names?: readonly [string, ...string[]];
}

/** Serves the fixture site with the documents, and a TLS upstream behind the proxy, for the tests of a file. */
export function useProxy({ names = [apiHost], ...overrides }: Setup = {}): ProxyHarness {
  const lines: string[] = [];
  const made: Partial<{ app: FastifyInstance; root: string; port: number; upstream: Upstream }> =
    {};
  let authority: CertificateAuthority | undefined;
  const need = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('built before the tests, not before this line');
    return value;
  };

  beforeAll(async () => {
    authority = await createAuthority();
    const upstream = await startHttpsUpstream(
      await authority.issue(names),
      (_request, response) => {
        response.setHeader('content-type', 'application/json').end('{"errorcode":0}');
      },
    );
    made.upstream = upstream;
    made.root = await writeFixtureSite(overrides.basePath);
    await writeDocuments(made.root);
    const way: Partial<ProxyOptions> = {
      resolve: () => Promise.resolve([publicAddress]),
      dial: () => ({ host: '127.0.0.1', port: upstream.port }),
      ca: authority.ca,
    };
    made.app = await buildApp({
      siteDir: made.root,
      basePath: '/',
      trustProxy: false,
      logLevel: 'trace',
      logStream: { write: (line) => void lines.push(line) },
      siteUrl: ownOrigin,
      ...overrides,
      proxy: { ...way, ...overrides.proxy },
    });
    made.port = await listen(made.app);
  });
  afterAll(async () => {
    await made.app?.close();
    await made.upstream?.close();
    if (made.root !== undefined) await rm(made.root, { recursive: true, force: true });
  });

  return {
    get app() {
      return need(made.app);
    },
    get port() {
      return need(made.port);
    },
    get upstream() {
      return need(made.upstream);
    },
    get authority() {
      return need(authority);
    },
    lines,
    request: ({ target = apiUrl, ...options } = {}) =>
      need(made.app).inject({
        method: 'POST',
        url: `${overrides.basePath ?? '/'}proxy/${target}`,
        headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
        payload: '{}',
        ...options,
      }),
  };
}
