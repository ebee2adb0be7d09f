export interface PolicyInput {
  /** `'sha256-...'` expressions of the inline scripts of all pages. */
  readonly scriptHashes: readonly string[];
  /** Origins besides the site's own that scripts may load from. */
  readonly scriptOrigins: readonly string[];
  /** Origins besides the site's own that pages may call. */
  readonly connectOrigins: readonly string[];
  /** Path the site lives below. */
  readonly basePath: string;
}

/** Content-Security-Policy of the site (CSP Level 3): nothing by default, no inline script that is not ours. */
export function contentSecurityPolicy(input: PolicyInput): string {
  const directives: readonly (readonly string[])[] = [
    ["default-src 'none'"],
    ["script-src 'self'", ...input.scriptOrigins, ...input.scriptHashes],
    // The theme and its progress bar set style attributes, and critical rules stand in each page.
    ["style-src 'self' 'unsafe-inline'"],
    ["img-src 'self' data:", ...input.scriptOrigins],
    ["font-src 'self'"],
    ["connect-src 'self'", ...input.connectOrigins],
    ["manifest-src 'self'"],
    ["worker-src 'self'"],
    ["base-uri 'self'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
  ];
  return directives.map((parts) => parts.join(' ')).join('; ');
}

/** Text of the `_headers` file that static hosts and this project's server follow. */
export function headersFile(input: PolicyInput): string {
  return [
    '# Written by the build. Static hosts that know this format and the server of this project follow it.',
    '/*',
    `  Content-Security-Policy: ${contentSecurityPolicy(input)}`,
    '  X-Content-Type-Options: nosniff',
    '  X-Frame-Options: DENY',
    '  Referrer-Policy: strict-origin-when-cross-origin',
    '  Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    '  Cross-Origin-Opener-Policy: same-origin',
    '  Cross-Origin-Resource-Policy: same-origin',
    '',
    `${input.basePath}assets/*`,
    '  Cache-Control: public, max-age=31536000, immutable',
    '',
  ].join('\n');
}
