/** Deeper values stay on one line: otherwise, indentation would multiply the length of deep JSON. */
const deepestIndent = 32;

/** String, empty array or object, one of `{}[],:`, or white space (RFC 8259, section 2). */
const jsonToken = /"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g;

/** Indents JSON by two spaces. Numbers, escapes, and repeated names stay as they are. @param text valid JSON */
export function indentJson(text: string): string {
  let depth = 0;
  const newLine = (inside: number) => (inside > deepestIndent ? '' : `\n${'  '.repeat(depth)}`);
  return text.replace(jsonToken, (token) => {
    if (token === '{' || token === '[') {
      depth += 1;
      return token + newLine(depth);
    }
    if (token === '}' || token === ']') {
      depth -= 1;
      return newLine(depth + 1) + token;
    }
    if (token === ',') return token + newLine(depth);
    if (token === ':') return ': ';
    return token.startsWith('"') ? token : token.replace(/\s+/g, '');
  });
}
