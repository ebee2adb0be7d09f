import { children, inside, unescape, type Evaluate } from './literals.ts';

/** A heredoc is taken as it stands only when its delimiter is quoted. */
export const bash: Evaluate = (node) => {
  if (node.type === 'raw_string') return inside(node);
  if (node.type !== 'heredoc_body') return undefined;
  const start = node.parent && children(node.parent).find(({ type }) => type === 'heredoc_start');
  return start?.text.startsWith("'") === true ? node.text.replace(/\n$/, '') : undefined;
};

export const go: Evaluate = (node) => {
  if (node.type === 'raw_string_literal') return inside(node);
  return node.type === 'interpreted_string_literal' ? unescape(inside(node)) : undefined;
};

export const rust: Evaluate = (node) => {
  if (node.type === 'raw_string_literal') return node.text.replaceAll(/^r#*"|"#*$/g, '');
  return node.type === 'string_literal' ? unescape(inside(node)) : undefined;
};

/** C# 11: the margin of the closing quotes belongs to no line (specification, 6.4.5.6). */
export const csharp: Evaluate = (node) => {
  if (node.type === 'string_literal') return unescape(inside(node));
  if (node.type !== 'raw_string_literal') return undefined;
  const [, , content, margin] = /^("{3,})\n([\s\S]*)\n([ \t]*)\1$/.exec(node.text) ?? [];
  if (content === undefined || margin === undefined) return undefined;
  const lines = content.split('\n');
  return lines.every((line) => line.startsWith(margin))
    ? lines.map((line) => line.slice(margin.length)).join('\n')
    : undefined;
};

const javaLetters = { s: ' ', b: '\b', f: '\f' } as const;

/** Java 15: the smallest margin of a line, the closing one counted, belongs to no line (JLS 3.10.6). */
export const java: Evaluate = (node) => {
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
