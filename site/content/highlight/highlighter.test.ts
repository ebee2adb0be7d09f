import { describe, expect, it } from 'vitest';
import { grammars } from './grammars';
import { createHighlighter } from './highlighter';

const highlight = createHighlighter(grammars);
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

// docs/behavior.md, section 2: the languages of code samples, with their names in fences.
const samples: readonly [string, string][] = [
  ['bash', 'curl -X POST "https://api.example.org" | jq .'],
  ['javascript', 'const a = await fetch("x");'],
  ['python', 'import json\nprint("x")'],
  ['go', 'package main\nfunc main() {}'],
  ['rust', 'fn main() { let a = 1; }'],
  ['csharp', 'using System; class A {}'],
  ['ruby', 'require "net/http"'],
  ['php', '<?php echo "x";'],
  ['java', 'public class A {}'],
  ['powershell', 'Invoke-RestMethod -Uri $uri'],
  ['c', 'int main(void) { return 0; }'],
  ['json', '{ "a": 1, "b": "x" }'],
  ['http', 'POST /v1/a HTTP/1.1\nHost: a'],
  ['yaml', 'a: 1'],
];

describe('createHighlighter', () => {
  it.each(samples)('highlights %s and keeps its text', (language, source) => {
    const html = highlight(source, language);
    expect(html).toContain('<span class="hljs-');
    expect(textOf(html)).toBe(source);
  });

  it.each([...samples.map(([language]) => language), 'text'])('escapes HTML in %s', (language) => {
    const source = '<script>alert("&")</script><img src=x onerror=y>';
    const html = highlight(source, language);
    expect(html.replaceAll(/<\/?span[^>]*>/g, '')).not.toMatch(/[<>]/);
    expect(textOf(html)).toBe(source);
  });

  it.each(['text', 'txt', 'plaintext'])('does not highlight %s', (language) => {
    expect(highlight('int a = 1; <b> &amp;', language)).toBe('int a = 1; &lt;b&gt; &amp;amp;');
  });

  it.each(['pyhton', '', 'Text', '__proto__'])('throws for the unknown language %j', (language) => {
    expect(() => highlight('a', language)).toThrow(
      `a code fence has the unknown language "${language}"`,
    );
  });
});

it('treats an interpolated C# raw string as one string', () => {
  const source = 'var body = $$"""\n    {"to": {{now * 1000}}}\n    """;';
  expect(highlight(source, 'csharp')).toMatch(
    /<span class="hljs-string">\$\$(?:(?!<span)[\s\S])*<\/span>;$/,
  );
});

// code.css has styles for both.
it.each([
  ['yaml', 'a: "{{ b }}"', '<span class="hljs-template-variable">{{ b }}</span>'],
  ['powershell', '$a = @(1)', '<span class="hljs-selector-tag">@</span>'],
])('keeps the whole name of a token of %s', (language, source, token) => {
  expect(highlight(source, language)).toContain(token);
});
