import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { headersFor, parseHeadersFile } from '../packages/server/src/plugins/security-headers.ts';
import { buildDir, htmlFiles } from './support/built-site.ts';

const rules = parseHeadersFile(readFileSync(path.join(buildDir, '_headers'), 'utf8'));
const policy = headersFor(rules, '/').get('content-security-policy') ?? '';
const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];

describe('policies of the built site', () => {
  it.each([
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
  ])('reach the server: %s', (name, value) => {
    expect(headersFor(rules, '/any/path/').get(name)).toBe(value);
  });

  it('cache only hashed assets for a year', () => {
    expect(headersFor(rules, '/assets/js/main.1.js').get('cache-control')).toMatch(/immutable/);
    expect(headersFor(rules, '/').has('cache-control')).toBe(false);
  });

  it('let the worker of the sandbox compile WebAssembly, and no JavaScript', () => {
    const worker = headersFor(rules, '/assets/sandbox/worker.1.js');
    expect(worker.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    expect(scripts).not.toContain("'wasm-unsafe-eval'");
  });

  it('let the worker that runs programs compile WebAssembly, and load and request nothing', () => {
    const worker = headersFor(rules, '/assets/firmware/board.1.js');
    expect(worker.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'wasm-unsafe-eval'",
    );
  });

  // CSP Level 3, 6.7.3.2: one of these would let any script of a page run.
  it.each(["'unsafe-inline'", "'unsafe-eval'", "'strict-dynamic'", 'data:', '*'])(
    'let no script in by %s',
    (source) => {
      expect(scripts).not.toContain(source);
    },
  );

  it('contain the hash of every inline script, and no other', () => {
    const digests = htmlFiles()
      .map((file) => readFileSync(path.join(buildDir, file), 'utf8'))
      .flatMap((html) => [...html.matchAll(/<script(?: data-rh=true)?>([\s\S]*?)<\/script>/g)])
      .map(([, source]) =>
        createHash('sha256')
          .update(source ?? '')
          .digest('base64'),
      );
    const named = scripts.filter((source) => source.startsWith("'sha256-"));
    expect(named.sort()).toEqual(
      [...new Set(digests.map((digest) => `'sha256-${digest}'`))].sort(),
    );
  });

  it('need no hashes for event handlers: pages have none', () => {
    const carrying = htmlFiles().filter((file) =>
      /<[a-z][^>]*\son[a-z]+=/.test(
        readFileSync(path.join(buildDir, file), 'utf8').replaceAll(
          /<(script|style)[\s\S]*?<\/\1>/g,
          '',
        ),
      ),
    );
    expect(carrying).toEqual([]);
  });
});
