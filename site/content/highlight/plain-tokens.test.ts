import { expect, it } from 'vitest';
import { withoutPlainTokens } from './highlighter';

it('unwraps plain tokens and keeps their content', () => {
  expect(
    withoutPlainTokens(
      '<span class="hljs-string">a<span class="hljs-subst">${<span class="hljs-number">1</span>}</span></span>',
    ),
  ).toBe('<span class="hljs-string">a${<span class="hljs-number">1</span>}</span>');
});

it('keeps colored tokens, without a second class', () => {
  const html = '<span class="hljs-title function_">f</span><span class="hljs-keyword">if</span>';
  expect(withoutPlainTokens(html)).toBe(
    '<span class="hljs-title">f</span><span class="hljs-keyword">if</span>',
  );
});
