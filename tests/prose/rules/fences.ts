import { parseDocument } from 'yaml';
import type { Rule } from '../page.ts';
import { fencesOf, type Fence } from '../text/fences-of.ts';

function jsonError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `write valid JSON, or name the language jsonc: ${(error as Error).message}`;
  }
}

function yamlError(text: string): string | undefined {
  const [error] = parseDocument(text).errors;
  return error && `write valid YAML: ${error.message.split('\n', 1).join('')}`;
}

function errorOf({ lang, meta, value }: Fence): string | undefined {
  // The build fills such a fence with a file from `site/examples`, which has separate checks.
  if (/\bfile=/.test(meta)) return undefined;
  if (lang === 'json') return jsonError(value);
  return lang === 'yaml' || lang === 'yml' ? yamlError(value) : undefined;
}

/** JSON and YAML in fences are valid. */
export const fences: Rule = (page) =>
  fencesOf(page).flatMap((fence) => {
    const message = errorOf(fence);
    return message === undefined
      ? []
      : [{ file: page.file, line: fence.line, rule: 'fences', message }];
  });
