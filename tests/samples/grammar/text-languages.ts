import { children, computed, formatted, inside, unescape, type Evaluate } from './literals.ts';

/** A heredoc is literal when its delimiter is quoted; otherwise it may contain times, ids and escapes. */
export const bash: Evaluate = (node) => {
  if (node.type === 'raw_string') return inside(node);
  if (node.type !== 'heredoc_body') return undefined;
  const start = node.parent && children(node.parent).find(({ type }) => type === 'heredoc_start');
  const text = node.text.replace(/\n$/, '');
  if (start?.text.startsWith("'") === true) return text;
  return text
    .replace('now = $(date +%s), ', '')
    .replace(
      /\\([\\`$])|\$\{\w+_ID:-(.*?)\}|\$\(\((.*?)\)\)/g,
      (_, plain?: string, id?: string, sum?: string) => plain ?? id ?? String(computed(sum ?? '')),
    );
};

export const go: Evaluate = (node) => {
  if (node.type === 'raw_string_literal') return inside(node);
  if (node.type === 'interpreted_string_literal') return unescape(inside(node));
  if (node.type !== 'call_expression' || !node.text.startsWith('fmt.Sprintf(')) return undefined;
  const [format, ...values] = children(children(node)[1] ?? node);
  const texts = values.map(({ text }) => text);
  return formatted(format && go(format), /%(%)|%[ds]/g, texts);
};

export const rust: Evaluate = (node) => {
  if (node.type === 'raw_string_literal') return node.text.replaceAll(/^r#*"|"#*$/g, '');
  if (node.type === 'string_literal') return unescape(inside(node));
  if (node.type !== 'macro_invocation' || !node.text.startsWith('format!(')) return undefined;
  const [format] = children(children(node)[1] ?? node);
  if (!format) return undefined;
  const values = node.text.split(format.text)[1]?.slice(1, -1).split(',') ?? [];
  return formatted(rust(format), /([{}])\1|\{\}/g, values);
};

/** C# 11: the indentation of the closing quotes is removed from all lines (specification, 6.4.5.6). */
export const csharp: Evaluate = (node) => {
  if (node.type === 'string_literal') return unescape(inside(node));
  if (node.type === 'interpolated_string_expression') return interpolated(node.text);
  return node.type === 'raw_string_literal' ? rawString(node.text) : undefined;
};

function rawString(source: string): string | undefined {
  const [, , content, margin] = /^("{3,})\n([\s\S]*)\n([ \t]*)\1$/.exec(source) ?? [];
  if (content === undefined || margin === undefined) return undefined;
  const lines = content.split('\n');
  return lines.every((line) => line.startsWith(margin))
    ? lines.map((line) => line.slice(margin.length)).join('\n')
    : undefined;
}

/** A time is in as many braces as there are `$` before the string; in an escaped string, braces of the text are doubled. */
function interpolated(source: string): string | undefined {
  const [dollars = ''] = /^\$+/.exec(source) ?? [];
  const text = source.slice(dollars.length);
  if (text.startsWith('"""')) {
    const hole = new RegExp(
      `\\{{${dollars.length}}(now[^{}]*|\\(now[^{}]*|\\w+Id)\\}{${dollars.length}}`,
      'g',
    );
    return rawString(text)?.replace(hole, (_, sum: string) => String(computed(sum)));
  }
  const escaped = unescape(text.slice(1, -1));
  return escaped.replace(
    /([{}])\1|\{(.*?)\}/g,
    (_, plain?: string, sum?: string) => plain ?? String(computed(sum ?? '')),
  );
}

const javaLetters = { s: ' ', b: '\b', f: '\f' } as const;

/** Java 15: the smallest indentation of a line, including the closing one, is removed from all lines (JLS 3.10.6). */
export const java: Evaluate = (node) => {
  if (node.type === 'method_invocation') {
    const [format, method, values] = children(node);
    if (method?.text !== 'formatted' || !format || !values) return undefined;
    const texts = children(values).map(({ text }) => text);
    return formatted(java(format), /%(%)|%s/g, texts);
  }
  if (node.type !== 'string_literal') return undefined;
  if (!node.text.startsWith('"""')) return unescape(inside(node), javaLetters);
  const lines = inside(node, 3)
    .replace(/^[ \t\f]*\n/, '')
    .split('\n');
  const counted = lines.filter((line, index) => line.trim() !== '' || index === lines.length - 1);
  const margin = Math.min(...counted.map((line) => line.length - line.trimStart().length));
  const stripped = lines.map((line) => line.slice(margin).replace(/[ \t]+$/, ''));
  return unescape(stripped.join('\n'), javaLetters);
};
