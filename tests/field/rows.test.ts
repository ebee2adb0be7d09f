import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { examples } from '../examples/support/examples.ts';

const folder = import.meta.dirname;
const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');

/** Patterns of programs in the first column of "What must hold". A name without a folder is in the folder of the one before. */
function patterns(): readonly string[] {
  const [, section = ''] = /## What must hold\n([\s\S]*?)\n## /.exec(readme) ?? [];
  return [...section.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) => {
    let topic = '';
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
      const parts = name.split('/');
      if (parts.length > 1) topic = parts[0] ?? '';
      return `${topic}/${parts.at(-1) ?? ''}`;
    });
  });
}

const matches = (pattern: string, file: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(file);

/** Sources of the tests that inject failures. */
const tests = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts') && name !== 'rows.test.ts')
    .map((name) => path.join(folder, name)),
  path.join(folder, '../dashboard.e2e.ts'),
]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

describe('the table of programs', () => {
  const all = patterns();

  it.each(examples)('has a row for %s, and a test runs it', (file) => {
    expect(all.filter((pattern) => matches(pattern, file))).not.toEqual([]);
    expect(tests).toContain(`'${file}'`);
  });

  it.each(all)('has a program for the row %s', (pattern) => {
    expect(examples.filter((file) => matches(pattern, file))).not.toEqual([]);
  });
});
