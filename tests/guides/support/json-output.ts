import type { Answer } from './guide-sandbox.ts';

function parsed(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON objects in what a script printed, one after the other, each begun on a line of its own. */
export function jsonIn(output: string): Answer[] {
  const found: Answer[] = [];
  let open = '';
  // Answers of curl follow each other without a line feed.
  for (const line of output.replaceAll('}{', '}\n{').split('\n')) {
    if (open === '' && !line.startsWith('{')) continue;
    open += `${line}\n`;
    const value = parsed(open);
    if (value === undefined) continue;
    found.push(value);
    open = '';
  }
  return found;
}
