import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import siteConfig from '@generated/docusaurus.config';
import SandboxStart from '../../src/components/SandboxStart';

const settings = siteConfig.customFields ?? {};
const { sandboxUrl } = settings;
afterEach(() => {
  settings.sandboxUrl = sandboxUrl;
});

it('has a text, and a button that requires JavaScript', () => {
  const html = renderToStaticMarkup(createElement(SandboxStart));
  expect(html).toContain('No account yet?');
  expect(html).toMatch(/<button[^>]*class="js-only"[^>]*>Start a sandbox project<\/button>/);
});

it('refers to the commands without JavaScript', () => {
  const html = renderToStaticMarkup(createElement(SandboxStart));
  expect(html).toMatch(/<noscript>.*JavaScript.*\/getting-started\/.*<\/noscript>/);
});

it('renders nothing on a site without a sandbox', () => {
  settings.sandboxUrl = '';
  expect(renderToStaticMarkup(createElement(SandboxStart))).toBe('');
});
