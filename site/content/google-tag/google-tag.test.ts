import type { LoadContext } from '@docusaurus/types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import googleTag, { configWithoutQuery } from './';

beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'production');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Text of the script that configures the tag. */
function configuration(): string {
  const plugin = googleTag('G-TEST')({} as LoadContext);
  const { headTags } = plugin?.injectHtmlTags?.({ content: undefined }) ?? {};
  const tags = Array.isArray(headTags) ? headTags : [];
  const scripts = tags.flatMap((tag) => (typeof tag === 'object' ? (tag.innerHTML ?? []) : []));
  expect(scripts).toHaveLength(1);
  return scripts.join('');
}

describe('the Google tag', () => {
  it('leaves page views to the site and takes no query from an address', () => {
    expect(configuration()).toMatch(
      /gtag\('config', 'G-TEST', \{\s*anonymize_ip: true,\s*send_page_view: false,\s*page_location: location\.origin \+ location\.pathname,/,
    );
    expect(googleTag('G-TEST')({} as LoadContext)?.getClientModules?.()).toEqual([]);
  });

  it('rejects a changed configuration of the framework', () => {
    expect(() => configWithoutQuery("gtag('config', 'G-TEST', {});")).toThrow('has changed');
  });
});
