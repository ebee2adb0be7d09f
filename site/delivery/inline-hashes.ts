import { createHash } from 'node:crypto';

const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

/** Types that hold data: the browser does not run them, so the policy need not name them. */
const dataBlock = /type="?application\/(?:ld\+)?json/;

/** CSP source expressions (`'sha256-...'`, CSP3, 2.3.1) of every script a page carries inline. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(inlineScript)]
    .filter(([, attributes]) => !dataBlock.test(attributes ?? ''))
    .map(([, , source]) =>
      createHash('sha256')
        .update(source ?? '', 'utf8')
        .digest('base64'),
    )
    .map((digest) => `'sha256-${digest}'`);
}
