import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { documentedOperations } from '../support/documented-operations.ts';

const source = path.resolve(import.meta.dirname, '../../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const operations = (await documentedOperations()).map(({ operation }) => operation);

/** Sentences in the literals of a file: texts with a space. */
function sentences(file: string): readonly string[] {
  const code = readFileSync(path.join(source, file), 'utf8');
  const literals = [...code.matchAll(/(['`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)];
  return literals.map(([, , text = '']) => text).filter((text) => / \S+ /.test(text));
}

it('messages name operations by the titles of their pages', () => {
  const slugs = operations.map(({ id }) => id).filter((id) => id.includes('-'));
  const slug = new RegExp(`(?<![\\w/-])(${[...slugs, 'binddevice'].join('|')})(?![\\w-])`);
  const wrong = files.flatMap((file) => sentences(file).filter((text) => slug.test(text)));
  expect(wrong).toEqual([]);
});

it('titles in messages are those of the documents', () => {
  const titles = new Set(operations.map(({ title }) => title));
  const named = files.flatMap(sentences).flatMap((text) => {
    return [...text.matchAll(/"([A-Z][a-z]+ [a-z ]+)"/g)].map(([, title = '']) => title);
  });
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((title) => !titles.has(title))).toEqual([]);
});
