/** One word of a POSIX shell: `'it'\''s'`. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Inside double quotes nothing of `text` is expanded. */
export function shellDoubleQuoted(text: string): string {
  return text.replace(/[\\"`$]/g, '\\$&');
}

/** What needs no escape inside of `"${NAME:-...}"`, whose quoting rules differ between shells. */
const plain = /^[\w.:/-]+$/;

/**
 * Inside double quotes: a variable of the environment, or `text` where it is not set (`${HOST:-mqtt.example.com}`). A text
 * that such an expansion cannot hold safely is written alone.
 */
export function shellDefault(variable: string, text: string): string {
  return plain.test(text) ? `\${${variable}:-${text}}` : shellDoubleQuoted(text);
}

/** A heredoc of `text`, without expansion, under a delimiter that is no line of `text`. */
export function heredoc(text: string, word = 'JSON'): { start: string; block: string } {
  const lines = new Set(text.split('\n'));
  let delimiter = word;
  while (lines.has(delimiter)) delimiter += '_';
  return { start: `<<'${delimiter}'`, block: `${text}\n${delimiter}` };
}
