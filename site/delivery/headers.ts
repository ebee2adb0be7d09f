import { createHash } from 'node:crypto';
import { apiConfigs, readApi } from '../content/api-reference/documents';
import { programsFolder } from '../content/markdown-pages/programs';
import { serverChoices } from '../src/requests/servers';
import type { HtmlFile } from './html-file';

/**
 * Origins that the request runner uses in addition to the site's: none with this site's proxy, that of another proxy, or
 * those of the APIs if there is no proxy.
 * @param proxy setting `API_PROXY_URL`
 */
export async function apiOrigins(proxy: string | undefined): Promise<string[]> {
  if (proxy === undefined || proxy.startsWith('/')) return [];
  if (proxy !== '') return [new URL(proxy).origin];
  const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
  const urls = apis.flatMap(({ document }) => serverChoices(document.servers));
  return [...new Set(urls.map(({ url }) => new URL(url).origin))];
}

/**
 * Origins of a sandbox on another server, for HTTP requests and for MQTT over WebSocket; none for this site's sandbox.
 * @param sandbox setting `SANDBOX_URL`
 */
export function sandboxOrigins(sandbox: string | undefined): string[] {
  if (sandbox === undefined || sandbox === '' || sandbox.startsWith('/')) return [];
  const { origin } = new URL(sandbox);
  return [origin, origin.replace(/^http/, 'ws')];
}

/** Types of data. The browser does not run them, so the policy does not list them. */
const dataBlock = /^application\/(?:ld\+)?json$/;

/** CSP source expressions (`'sha256-...'`, CSP3, 2.3.1) of every inline script of a page. */
export function inlineScriptHashes(page: HtmlFile): string[] {
  return page
    .find('script')
    .filter(
      ({ attributes }) => !attributes.has('src') && !dataBlock.test(attributes.get('type') ?? ''),
    )
    .map(({ text }) => createHash('sha256').update(text, 'utf8').digest('base64'))
    .map((digest) => `'sha256-${digest}'`);
}

export interface PolicyInput {
  /** `'sha256-...'` expressions of the inline scripts of all pages. */
  readonly scriptHashes: readonly string[];
  /** Other origins that scripts may be loaded from. */
  readonly scriptOrigins: readonly string[];
  /** Other origins that pages may send requests to. */
  readonly connectOrigins: readonly string[];
  /** Base path of the site. */
  readonly basePath: string;
}

/** Content-Security-Policy of the site (CSP Level 3): only what the site has, and no inline script except ours. */
export function contentSecurityPolicy(input: PolicyInput): string {
  const directives: readonly (readonly string[])[] = [
    // Firefox checks by it what pages fetch ahead; what has a kind is listed below.
    ["default-src 'self'"],
    ["script-src 'self'", ...input.scriptOrigins, ...input.scriptHashes],
    // The theme and its progress bar set style attributes, and critical rules are inlined in each page.
    ["style-src 'self' 'unsafe-inline'"],
    ["img-src 'self' data:", ...input.scriptOrigins],
    ["font-src 'self'"],
    ["connect-src 'self'", ...input.connectOrigins],
    ["manifest-src 'self'"],
    ["worker-src 'self'"],
    ["frame-src 'none'"],
    ["media-src 'none'"],
    ["object-src 'none'"],
    ["base-uri 'self'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
  ];
  return directives.map((parts) => parts.join(' ')).join('; ');
}

/** Folder of the worker that runs the sandbox in the browser, below the base path. */
export const workerFolder = 'assets/sandbox';

/** Content-Security-Policy of the worker that runs the sandbox (CSP3, 4.2.2): it may compile WebAssembly, but not evaluate JavaScript. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Folder of the worker that runs programs of the simulated device, below the base path. */
export const firmwareFolder = 'assets/firmware';

/** Policy of that worker: it compiles the interpreter, which the page sends, and can neither load nor request anything. */
const firmwarePolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'";

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
    // The worker compiles its database engine. Pages may not compile anything.
    `${input.basePath}${workerFolder}/*`,
    `  Content-Security-Policy: ${workerPolicy}`,
    '',
    `${input.basePath}${firmwareFolder}/*`,
    `  Content-Security-Policy: ${firmwarePolicy}`,
    '',
    // Tools and pages of any origin read the API documents.
    `${input.basePath}specs/*`,
    '  Access-Control-Allow-Origin: *',
    '  Access-Control-Expose-Headers: ETag',
    '  Cross-Origin-Resource-Policy: cross-origin',
    '',
    // Programs of guides, to read and to save: no host runs them or takes TypeScript for a video.
    `${input.basePath}${programsFolder}/*`,
    '  Content-Type: text/plain; charset=utf-8',
    '',
    // RFC 4287, 7; the extension .xml alone does not tell.
    `${input.basePath}changelog/atom.xml`,
    '  Content-Type: application/atom+xml; charset=utf-8',
    '',
    `${input.basePath}changelog/rss.xml`,
    '  Content-Type: application/rss+xml; charset=utf-8',
    '',
    // The policy of a worker comes with its script: it only fetches files of this site.
    `${input.basePath}sw.js`,
    "  Content-Security-Policy: default-src 'none'; connect-src 'self'",
    '  Cache-Control: no-cache',
    '',
  ].join('\n');
}
