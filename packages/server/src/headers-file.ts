/**
 * The `_headers` file of a built site: the format static hosts share. A line that starts with a slash opens a rule for
 * a path pattern (`*` stands for anything, at the end only); indented `Name: value` lines below it are its headers.
 * The site's build writes the policies there once, and this server follows them as a static host would.
 */
export interface HeaderRule {
  readonly pattern: string;
  readonly headers: ReadonlyMap<string, string>;
}

/**
 * Parses the text of a `_headers` file.
 * @throws Error naming the line that is neither a pattern nor a header below one
 */
export function parseHeadersFile(text: string): HeaderRule[] {
  const rules: { pattern: string; headers: Map<string, string> }[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return;
    if (line.startsWith('/')) {
      rules.push({ pattern: line.trim(), headers: new Map() });
      return;
    }
    const header = /^\s+([A-Za-z0-9-]+):\s*(.+)$/.exec(line);
    const rule = rules.at(-1);
    if (!header?.[1] || !header[2] || !rule) {
      throw new Error(`_headers:${index + 1}: expected a path pattern or "  Name: value"`);
    }
    rule.headers.set(header[1].toLowerCase(), header[2].trim());
  });
  return rules;
}

/** Headers of every rule that matches a path; a later rule wins over an earlier one. */
export function headersFor(rules: readonly HeaderRule[], path: string): Map<string, string> {
  const result = new Map<string, string>();
  for (const { pattern, headers } of rules) {
    const matches = pattern.endsWith('*')
      ? path.startsWith(pattern.slice(0, -1))
      : path === pattern;
    if (matches) headers.forEach((value, name) => result.set(name, value));
  }
  return result;
}
