import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, headersFile, type PolicyInput } from './headers';

const input: PolicyInput = {
  scriptHashes: ["'sha256-aaa='", "'sha256-bbb='"],
  scriptOrigins: [],
  connectOrigins: [],
  basePath: '/',
};

const directives = (change: Partial<PolicyInput> = {}) =>
  new Map(
    contentSecurityPolicy({ ...input, ...change })
      .split('; ')
      .map((text) => [text.split(' ')[0] ?? '', text.split(' ').slice(1)] as const),
  );

// CSP Level 3, 6.1: directives and their fallbacks.
describe('contentSecurityPolicy', () => {
  it('allows what pages fetch ahead, which Firefox checks by the default', () => {
    expect(directives().get('default-src')).toEqual(["'self'"]);
  });

  it.each(['frame-src', 'media-src', 'object-src'])('forbids %s', (name) => {
    expect(directives().get(name)).toEqual(["'none'"]);
  });

  it('allows only scripts of the site and those with a listed hash', () => {
    expect(directives().get('script-src')).toEqual(["'self'", "'sha256-aaa='", "'sha256-bbb='"]);
  });

  it.each(['frame-ancestors', 'base-uri', 'form-action'])(
    // These do not fall back to default-src.
    'names %s',
    (name) => {
      expect(directives().get(name)).toEqual([name === 'frame-ancestors' ? "'none'" : "'self'"]);
    },
  );

  it('adds the origins of third parties where they are needed', () => {
    const scriptOrigins = ['https://tag.example.org'];
    const connectOrigins = ['https://*.example.org'];
    const policy = directives({ scriptOrigins, connectOrigins });
    expect(policy.get('script-src')).toContain('https://tag.example.org');
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://*.example.org']);
  });

  it('allows no other origin by default', () => {
    expect(contentSecurityPolicy(input)).not.toMatch(/https?:|\*/);
  });
});

describe('headersFile', () => {
  it('has the format that static hosts read', () => {
    expect(headersFile(input).split('\n').slice(1)).toEqual([
      '/*',
      `  Content-Security-Policy: ${contentSecurityPolicy(input)}`,
      '  X-Content-Type-Options: nosniff',
      '  X-Frame-Options: DENY',
      '  Referrer-Policy: strict-origin-when-cross-origin',
      '  Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      '  Cross-Origin-Opener-Policy: same-origin',
      '  Cross-Origin-Resource-Policy: same-origin',
      '',
      '/assets/*',
      '  Cache-Control: public, max-age=31536000, immutable',
      '',
      '/assets/sandbox/*',
      "  Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      '',
      '/assets/firmware/*',
      "  Content-Security-Policy: default-src 'none'; script-src 'wasm-unsafe-eval'",
      '',
      '/specs/*',
      '  Access-Control-Allow-Origin: *',
      '  Access-Control-Expose-Headers: ETag',
      '  Cross-Origin-Resource-Policy: cross-origin',
      '',
      '/examples/*',
      '  Content-Type: text/plain; charset=utf-8',
      '',
      '/changelog/atom.xml',
      '  Content-Type: application/atom+xml; charset=utf-8',
      '',
      '/changelog/rss.xml',
      '  Content-Type: application/rss+xml; charset=utf-8',
      '',
      '/sw.js',
      "  Content-Security-Policy: default-src 'none'; connect-src 'self'",
      '  Cache-Control: no-cache',
      '',
    ]);
    // `scripts/lib/build.mjs` recognizes a build by it.
    expect(headersFile(input)).toMatch(/^# Written by the build\./);
  });

  it('covers the whole host, and files below the base path', () => {
    const patterns = headersFile({ ...input, basePath: '/docs/' })
      .split('\n')
      .filter((line) => line.startsWith('/'));
    expect(patterns).toEqual([
      '/*',
      '/docs/assets/*',
      '/docs/assets/sandbox/*',
      '/docs/assets/firmware/*',
      '/docs/specs/*',
      '/docs/examples/*',
      '/docs/changelog/atom.xml',
      '/docs/changelog/rss.xml',
      '/docs/sw.js',
    ]);
  });
});
