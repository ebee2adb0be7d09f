import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { buildApp } from '../../packages/server/src/app.ts';
import { anyLoad, testSandbox } from './test-sandbox.ts';

/** The built site. */
export const siteDir = path.resolve(import.meta.dirname, '../../site/build');

/**
 * Starts the real server with a build of the site and a sandbox, on free ports.
 * @param folder of the build
 * @returns its origin, without a trailing slash
 */
export async function startSite(folder = siteDir, sandbox = testSandbox()) {
  const app = await buildApp({
    siteDir: folder,
    basePath: '/',
    trustProxy: false,
    logLevel: 'silent',
    sandbox,
    pressure: anyLoad,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  await sandbox.upstream.ready();
  const { port } = app.server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => app.close() };
}
