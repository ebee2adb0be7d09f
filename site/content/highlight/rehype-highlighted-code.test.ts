import type { Element, ElementContent, Root } from 'hast';
import { describe, expect, it } from 'vitest';
import rehypeHighlightedCode from './rehype-highlighted-code';

const element = (
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element => ({ type: 'element', tagName, properties, children });

/** A fenced block as the framework passes it to rehype plugins: its text ends with a line break. */
function fence(source: string, language?: string, meta?: string): Element {
  const properties = {
    ...(language !== undefined && { className: [`language-${language}`] }),
    ...(meta !== undefined && { metastring: meta }),
  };
  return element('pre', {}, [
    element('code', properties, [{ type: 'text', value: `${source}\n` }]),
  ]);
}

function transform(...children: Root['children']): Root {
  const root: Root = { type: 'root', children };
  rehypeHighlightedCode()(root);
  return root;
}

describe('rehypeHighlightedCode', () => {
  it('adds highlighted HTML, language and title to the block', () => {
    const block = fence('{ "a": "<b>" }', 'json', 'title="Request body" showLineNumbers');
    transform(block);
    expect(block.children).toEqual([]);
    expect(block.properties.language).toBe('json');
    expect(block.properties.title).toBe('Request body');
    expect(block.properties.html).toContain('hljs-attr');
    expect(block.properties.html).toContain('&lt;b&gt;');
    expect(block.properties.html).not.toMatch(/\n$/);
  });

  it.each([
    ['{}', 'json', 'request operation="node-create"', 'Request'],
    ['{}', 'json', 'response="200"', 'Response'],
    ['{}', 'json', 'pushed="commands"', 'Message'],
    ['curl -sS "$URL"', 'bash', '', 'Request'],
    ['TOKEN=$(curl -sS "$URL")', 'bash', '', 'Request'],
    ['python3 a.py', 'bash', 'showLineNumbers', 'Terminal'],
    ['{}', 'json', '', 'JSON'],
    ['a', 'ini', '', 'ini'],
  ])('names %j by what it is for: %s %s', (source, language, meta, title) => {
    const block = fence(source, language, meta);
    transform(block);
    expect(block.properties.title).toBe(title);
  });

  it('names JSON right after a shell command a response', () => {
    const newLine = { type: 'text', value: '\n' } as const;
    const response = fence('{}', 'json');
    const second = fence('{}', 'json');
    transform(fence('curl "$URL"', 'bash'), newLine, response, element('p', {}, []), second);
    expect([response, second].map(({ properties }) => properties.title)).toEqual([
      'Response',
      'JSON',
    ]);
  });

  it.each([
    ['bash', 20, undefined],
    ['bash', 21, 21],
    ['json', 21, undefined],
  ])('counts the lines of a long program: %s, %i lines', (language, count, lines) => {
    const block = fence(Array(count).fill('1').join('\n'), language);
    transform(block);
    expect(block.properties.lines).toBe(lines);
  });

  it('treats a block without a language as text', () => {
    const block = fence('a < b');
    transform(block);
    expect(block.properties).toMatchObject({ language: 'text', html: 'a &lt; b' });
  });

  it('finds blocks below other elements', () => {
    const block = fence('a', 'text');
    transform(element('ul', {}, [element('li', {}, [block])]));
    expect(block.properties.html).toBe('a');
  });

  it('joins the text of nested elements', () => {
    const inner = element('b', {}, [{ type: 'text', value: 'b' }]);
    const code = element('code', {}, [{ type: 'text', value: 'a' }, inner]);
    const block = element('pre', {}, [code]);
    transform(block);
    expect(block.properties.html).toBe('ab');
  });

  it('does not change inline code and a pre without code', () => {
    const inline = element('p', {}, [element('code', {}, [{ type: 'text', value: 'a' }])]);
    const pre = element('pre', {}, [{ type: 'text', value: 'a' }]);
    const before = structuredClone([inline, pre]);
    expect(transform(inline, pre).children).toEqual(before);
  });

  it('fails for a mistyped language', () => {
    expect(() => transform(fence('a', 'jsno'))).toThrow('unknown language "jsno"');
  });
});
