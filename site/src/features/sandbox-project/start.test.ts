import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import siteConfig from '@generated/docusaurus.config';
import { expect, it, onTestFinished } from 'vitest';
import SandboxStart from './SandboxStart';
import ServerSandbox from './SandboxStart/ServerSandbox';

it('has a text, and a button that requires JavaScript', () => {
  const html = renderToStaticMarkup(createElement(SandboxStart));
  expect(html).toContain('No account yet?');
  expect(html).toMatch(
    /<button[^>]*class="control control--main js-only"[^>]*>Start a sandbox project<\/button>/,
  );
});

it('refers to the commands without JavaScript', () => {
  const html = renderToStaticMarkup(createElement(SandboxStart));
  expect(html).toMatch(/<noscript>.*JavaScript.*\/getting-started\/.*<\/noscript>/);
});

it('says what to use instead of a terminal on a site without a server', () => {
  const html = () => renderToStaticMarkup(createElement(ServerSandbox, null, 'Setup block'));
  expect(html()).toBe('Setup block');
  const { customFields } = siteConfig;
  onTestFinished(() => {
    siteConfig.customFields = customFields;
  });
  siteConfig.customFields = { ...customFields, sandboxUrl: '' };
  expect(html()).toContain('This copy of the site has no server');
  expect(html()).not.toContain('Setup block');
});
