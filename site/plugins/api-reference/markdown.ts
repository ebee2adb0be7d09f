/** Front matter block; every value is written as JSON, which is valid YAML. */
export function frontMatter(
  values: Readonly<Record<string, string | boolean | readonly string[]>>,
): string {
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---`;
}

/** Inline code that survives a table cell. */
export function inlineCode(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

/** A paragraph squeezed into a table cell. */
export function cell(text: string): string {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}

/** A GitHub-flavoured table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** First sentence of a Markdown text without its markup, for descriptions. */
export function firstSentence(markdown: string): string {
  const flat = markdown
    .split(/\n\s*\n/)[0]
    ?.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?=\s|$)/.exec(flat ?? '')?.[0] ?? flat ?? '';
}
