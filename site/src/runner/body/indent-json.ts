/** Deeper values are not indented further: thousands of levels would make lines of megabytes. */
const deepestIndent = 100;

/** String, empty array or object, one of `{}[],:`, or white space (RFC 8259, section 2). */
const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g;

/** Indents JSON by two spaces. Numbers, escapes, and repeated names stay as they are. @param text valid JSON */
export function indentJson(text: string): string {
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(Math.min(depth, deepestIndent))}`;
  return text.replace(jsonToken, (token) => {
    if (token === '{' || token === '[') {
      depth += 1;
      return token + newLine();
    }
    if (token === '}' || token === ']') {
      depth -= 1;
      return newLine() + token;
    }
    if (token === ',') return token + newLine();
    if (token === ':') return ': ';
    return token.startsWith('"') ? token : token.replace(/\s+/g, '');
  });
}
