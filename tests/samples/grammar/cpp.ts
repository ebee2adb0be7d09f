import { children, formatted, inside, unescape, type Evaluate } from './literals.ts';

/**
 * The grammar parses C++ after the preprocessor: a macro between two string literals is an error. Like the preprocessor,
 * this replaces the name of `#define NAME "text"` with its text.
 */
export function expandTexts(source: string): string {
  const definitions = source.matchAll(/^#define (\w+) ("[^"\n]*")$/gm);
  return [...definitions].reduce(
    (text, [line, name = '', value = '']) =>
      text
        .split(line)
        .map((part) => part.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value))
        .join(line),
    source,
  );
}

/** Replaces the name of the format in `snprintf(body, sizeof body, BODY_FORMAT, …)` with its text. */
export function expandFormat(source: string): string {
  const [, format] = /^const char BODY_FORMAT\[\] = ([\s\S]*?);\n\S/m.exec(source) ?? [];
  return format === undefined ? source : source.replace('BODY_FORMAT, ', () => `${format}, `);
}

/** Bytes of UTF-8 as octal escapes. */
const octal = (text: string) =>
  text.replace(/\\\\|((?:\\[0-7]{3})+)/g, (escape, bytes?: string) => {
    const codes = bytes?.slice(1).split('\\');
    return codes
      ? Buffer.from(codes.map((code) => Number.parseInt(code, 8))).toString('utf8')
      : escape;
  });

/** A value of the environment has two arguments: its length, and the text. */
export const c: Evaluate = (node) => {
  switch (node.type) {
    case 'string_literal':
      return unescape(octal(inside(node)));
    case 'concatenated_string': {
      const parts = children(node).map(c);
      return parts.every((part) => typeof part === 'string') ? parts.join('') : undefined;
    }
    case 'call_expression': {
      const [name, ...others] = children(node);
      if (name?.text !== 'snprintf') return undefined;
      const [, , format, ...values] = others.flatMap(children);
      const texts = values.map(({ text }) => text).filter((text) => !text.startsWith('length('));
      return formatted(format && c(format), /%(%)|%lld|%\.\*s/g, texts);
    }
    default:
      return undefined;
  }
};

export const cpp: Evaluate = (node) => {
  switch (node.type) {
    case 'string_literal':
      return unescape(inside(node));
    case 'raw_string_literal':
      return children(node).find(({ type }) => type === 'raw_string_content')?.text ?? '';
    case 'concatenated_string':
      return children(node)
        .map((part) => {
          const value = cpp(part);
          return typeof value === 'string' ? value : '';
        })
        .join('');
    case 'call_expression': {
      const [name, ...others] = children(node);
      if (name?.text !== 'snprintf') return undefined;
      const [, , format, ...values] = others.flatMap(children);
      const texts = values.map(({ text }) => text.replace('"YOUR-DEVICE-UUID"', 'DEVICE_ID'));
      return formatted(format && cpp(format), /%(%)|%lld|%s/g, texts);
    }
    default:
      return undefined;
  }
};
