/** One word of a POSIX shell: `'it'\''s'`. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Inside double quotes nothing of `text` is expanded. */
export function shellDoubleQuoted(text: string): string {
  return text.replace(/[\\"`$]/g, '\\$&');
}

/** A heredoc of `text`, without expansion, under a delimiter that is no line of `text`. */
export function heredoc(text: string, word = 'JSON'): { start: string; block: string } {
  const lines = new Set(text.split('\n'));
  let delimiter = word;
  while (lines.has(delimiter)) delimiter += '_';
  return { start: `<<'${delimiter}'`, block: `${text}\n${delimiter}` };
}
