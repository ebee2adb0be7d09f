import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeFixtureSite } from './support/fixture-site.ts';
import { startServer } from './support/server-process.ts';

// Each test starts the server as a process.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let site = '';
let empty = '';
beforeAll(async () => {
  site = await writeFixtureSite();
  empty = await mkdtemp(path.join(tmpdir(), 'docs-empty-'));
});
afterAll(async () => {
  await rm(site, { recursive: true });
  await rm(empty, { recursive: true });
});

/** Starts a server that must fail: it prints the reason in one line and exits with 1. */
async function lineOfFailure(env: Record<string, string>): Promise<string> {
  const { ending } = startServer({ SITE_DIR: site, PORT: '0', SANDBOX: 'false', ...env });
  const { code, stderr, stdout } = await ending;
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(code).toBe(1);
  expect(stdout).not.toContain('Serving');
  return stderr.trimEnd();
}

describe('a server that cannot start', () => {
  it('names the port in use', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const address = holder.address();
    const port = typeof address === 'object' && address ? address.port : NaN;
    try {
      const line = await lineOfFailure({ PORT: String(port) });
      expect(line).toBe(
        `Port ${port} is in use: stop the program that uses it, or set PORT to another port`,
      );
    } finally {
      holder.close();
    }
  });

  it.each([
    ['that is absent', () => path.join(empty, 'absent')],
    ['that is empty', () => empty],
  ])('names a build folder %s', async (_case, folder) => {
    const line = await lineOfFailure({ SITE_DIR: folder() });
    expect(line).toBe(`No built site in ${folder()}: run "npm run build" first`);
  });

  it('names a build folder that cannot be read', async () => {
    const file = path.join(site, 'index.html');
    const line = await lineOfFailure({ SITE_DIR: file });
    expect(line).toBe(`Cannot read ${file} (ENOTDIR): check SITE_DIR and its permissions`);
  });

  it('names an invalid variable', async () => {
    expect(await lineOfFailure({ PORT: 'http' })).toMatch(/configuration is invalid: PORT: /);
  });

  it('names every invalid variable', async () => {
    const line = await lineOfFailure({ PORT: '70000', BASE_URL: 'docs', TRUST_PROXY: 'perhaps' });
    expect(line).toMatch(/PORT: .*BASE_URL: .*TRUST_PROXY: /);
  });

  it('names an unknown host', async () => {
    // RFC 6761, 6.4: names below `.invalid` never resolve.
    expect(await lineOfFailure({ HOST: 'docs.invalid' })).toContain('docs.invalid');
  });
});
