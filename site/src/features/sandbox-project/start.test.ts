import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import SandboxStart from './SandboxStart';

it('has a text, and a button that requires JavaScript', () => {
  const html = renderToStaticMarkup(createElement(SandboxStart));
  expect(html).toContain('No account yet?');
  expect(html).toMatch(
    /<button[^>]*class="send__open js-only"[^>]*>Start a sandbox project<\/button>/,
  );
});

it('refers to the commands without JavaScript', () => {
  const html = renderToStaticMarkup(createElement(SandboxStart));
  expect(html).toMatch(/<noscript>.*JavaScript.*\/getting-started\/.*<\/noscript>/);
});
