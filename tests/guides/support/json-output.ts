import type { JsonResponse } from './guide-sandbox.ts';

function parsed(text: string): JsonResponse | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as JsonResponse) : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON objects in a script's output, in order; each starts on a new line. */
export function jsonIn(output: string): JsonResponse[] {
  const found: JsonResponse[] = [];
  let open = '';
  // curl prints responses without a line feed between them.
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
