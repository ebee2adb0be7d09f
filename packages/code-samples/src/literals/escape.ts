/**
 * Characters that are always escaped in source text: control characters, line and paragraph separators (line ends in C#),
 * direction marks (rustc rejects them) and the byte order mark (the Go compiler rejects it).
 */
const RAW_UNSAFE = /[\p{Cc}\u2028-\u202e\u2066-\u2069\ufeff]/u;
const RAW_UNSAFE_ALL = new RegExp(RAW_UNSAFE, 'gu');

/** True when every character of `text` can be unescaped in source; line feeds count as unsafe. */
export function isPlain(text: string): boolean {
  return !RAW_UNSAFE.test(text);
}

/** True when `text` can be unescaped in a multiline literal. */
export function isPlainBlock(text: string): boolean {
  return isPlain(text.replaceAll('\n', ''));
}

const SHORT: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' };

/**
 * Escapes the unsafe characters of `text`: line feed, carriage return and tab with `mark` and a letter, as all languages do,
 * and all others with `unicode`.
 */
export function escapeUnsafe(
  text: string,
  unicode: (code: number) => string,
  mark = '\\',
  unsafe: RegExp = RAW_UNSAFE_ALL,
): string {
  return text.replace(unsafe, (character) => {
    const letter = SHORT[character];
    return letter === undefined ? unicode(character.codePointAt(0) ?? 0) : mark + letter;
  });
}

/** `\u2028`: JavaScript, Python, Go, C#, Java and Ruby. */
export function unicode4(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** `\u{2028}`: Rust and PHP. */
export function unicodeBraces(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

/** Escapes each line of a text, for multiline literals. */
export const escapeLines = (text: string, escape: (line: string) => string): string =>
  text.split('\n').map(escape).join('\n');

/** JSON text whose unsafe characters are JSON escapes; all of them are in strings, except for line feeds. */
export const escapeJson = (text: string): string =>
  escapeLines(text, (line) => escapeUnsafe(line, unicode4));
