import { describe, expect, test } from 'vitest';

import { cppBlock, cppString } from '../../src/mqtt/arduino.ts';
import { cBlock, cString } from '../../src/languages/c.ts';
import { csharpBlock, csharpString } from '../../src/languages/csharp.ts';
import { goBlock, goString } from '../../src/languages/go.ts';
import { javaBlock, javaString } from '../../src/languages/java.ts';
import { jsonText } from '../../src/literals/json.ts';
import { phpString } from '../../src/languages/php.ts';
import { powershellJson, powershellString } from '../../src/languages/powershell.ts';
import { pythonString } from '../../src/literals/python.ts';
import { rubyString } from '../../src/languages/ruby.ts';
import { rustBlock, rustString } from '../../src/languages/rust.ts';
import { hostileStrings } from '../support/hostile.ts';

/** Reads a double-quoted literal with the escapes of JSON. */
function fromJson(literal: string): string {
  return JSON.parse(literal) as string;
}

function unescape(inner: string, mark: string, other: (character: string) => string): string {
  const escape = new RegExp(`${mark}(?:u\\{([0-9a-f]+)\\}|u([0-9a-f]{4})|([^]))`, 'g');
  const letters: Record<string, string> = { n: '\n', r: '\r', t: '\t' };
  const read = (_: string, braces?: string, four?: string, character = ''): string => {
    const code = braces ?? four;
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
    return letters[character] ?? other(character);
  };
  return inner.replace(escape, read);
}

const itself = (character: string) => character;

/** Reads strings of Ruby and PHP: two escapes in single quotes, more in double quotes. */
function fromQuotes(literal: string): string {
  const inner = literal.slice(1, -1);
  if (literal.startsWith("'")) {
    expect(inner.replace(/\\[\\']/g, '')).not.toMatch(/'|\\$/);
    return inner.replace(/\\([\\'])/g, '$1');
  }
  expect(inner.replace(/\\[^]/g, '')).not.toMatch(/["]/);
  return unescape(inner, '\\\\', itself);
}

function fromPowershell(literal: string): string {
  const inner = literal.slice(1, -1);
  if (literal.startsWith("'")) {
    expect(inner.replace(/['‘’‚‛]{2}/g, '')).not.toMatch(/['‘’‚‛]/);
    return inner.replace(/['‘’‚‛](['‘’‚‛])/g, '$1');
  }
  expect(inner.replace(/`[^]/g, '')).not.toMatch(/["“”„$]/);
  return unescape(inner, '`', itself);
}

/** Reads adjacent literals of C, whose octal escapes are bytes of UTF-8. */
function fromC(literals: string): string {
  expect(literals).not.toContain('??');
  return [...literals.matchAll(/"((?:\\[^]|[^"\\])*)"/g)]
    .map(([, inner = '']) =>
      inner.replace(/((?:\\[0-7]{3})+)|\\(n|r|t|[^])/g, (_, bytes?: string, escaped = '') => {
        const codes = bytes?.slice(1).split('\\');
        if (codes) return Buffer.from(codes.map((code) => Number.parseInt(code, 8))).toString();
        return { n: '\n', r: '\r', t: '\t' }[String(escaped)] ?? String(escaped);
      }),
    )
    .join('');
}

const fromRust = (literal: string) => unescape(literal.slice(1, -1), '\\\\', itself);

function fromJavaBlock(literal: string): string {
  const inner = literal.slice('"""\n'.length, -3).replace(/^ {2}/gm, '');
  expect(inner).not.toMatch(/(?<!\\)"""/);
  return unescape(inner, '\\\\', (character) => (character === 's' ? ' ' : character));
}

describe.each(hostileStrings)('%j', (text) => {
  test.each([
    ['Python', pythonString, fromJson],
    ['Go', goString, fromJson],
    ['C#', csharpString, fromJson],
    ['Java', javaString, fromJson],
    ['C++', cppString, fromJson],
    ['C', cString, fromC],
    ['Rust', rustString, fromRust],
    ['Ruby', rubyString, fromQuotes],
    ['PHP', phpString, fromQuotes],
    ['PowerShell', powershellString, fromPowershell],
  ])('is preserved as a string of %s', (_, write, read) => {
    expect(read(write(text))).toBe(text);
  });

  test('is preserved as JSON in multiline literals', () => {
    const json = jsonText({ a: text, b: [text] }, String);
    const rust = /^r(#+)"([^]*)"\1$/.exec(rustBlock(json));
    expect(rust?.[2] ?? fromRust(rustBlock(json))).toBe(json);
    const cpp = /^R"(\w+)\(([^]*)\)\1"$/.exec(cppBlock(json));
    expect(cpp?.[2] ?? fromJson(cppBlock(json))).toBe(json);
    const go = goBlock(json);
    expect(go.startsWith('`') ? go.slice(1, -1) : fromJson(go)).toBe(json);
    const csharp = /^("{3,})\n([^]*)\n {4}\1$/.exec(csharpBlock(json));
    expect(csharp?.[2]?.replace(/^ {4}/gm, '') ?? fromJson(csharpBlock(json))).toBe(json);
    expect(fromC(cBlock(json, '  '))).toBe(json);
    expect(fromJavaBlock(javaBlock(json, '  '))).toBe(json);
    expect(JSON.parse(fromPowershell(powershellJson(json)))).toEqual({ a: text, b: [text] });
  });
});

test('delimiters are longer than those in the text', () => {
  expect(rustBlock('a"#b')).toBe('r##"a"#b"##');
  expect(cppBlock('a)JSON"b')).toBe('R"JSON_(a)JSON"b)JSON_"');
  expect(csharpBlock('a"""b')).toBe('""""\n    a"""b\n    """"');
});

test('C escapes bytes, and what could begin a trigraph', () => {
  expect(cString('\u0085a??/')).toBe(String.raw`"\302\205a?\?/"`);
});

test('Go uses an interpreted string for text with a backtick', () => {
  expect(goBlock('a`b')).toBe('"a`b"');
});

test('Java literals are ASCII; text blocks preserve quotes and spaces at the ends', () => {
  expect(javaString('ü😀')).toBe('"\\u00fc\\ud83d\\ude00"');
  expect(javaBlock('a \n"""b"', '')).toBe('"""\na\\s\n\\"""b\\""""');
});

test('nothing is interpolated', () => {
  expect(rubyString('\n#{x}')).toBe('"\\n\\#{x}"');
  expect(phpString('\n$x {$x}')).toBe('"\\n\\$x {\\$x}"');
  expect(powershellString('\n$x $(y) ”')).toBe('"`n`$x `$(y) `”"');
});
