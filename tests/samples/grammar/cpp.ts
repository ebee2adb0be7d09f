import { children, formatted, inside, unescape, type Evaluate } from './literals.ts';

/**
 * The grammar reads C++ as the preprocessor leaves it: a macro between two string literals is an error to it. This puts
 * the text of `#define NAME "text"` instead of the name, as the preprocessor does.
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

/** `snprintf(body, sizeof body, BODY_FORMAT, …)` is read with the format instead of its name. */
export function expandFormat(source: string): string {
  const [, format] = /^const char BODY_FORMAT\[\] = ([\s\S]*?);\n\S/m.exec(source) ?? [];
  return format === undefined ? source : source.replace('BODY_FORMAT, ', () => `${format}, `);
}

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
      const texts = values.map(({ text }) => text);
      return formatted(format && cpp(format), /%(%)|%lld/g, texts);
    }
    default:
      return undefined;
  }
};
