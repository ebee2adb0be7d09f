import { describe, expect, it, test } from 'vitest';
import { otherNames } from './data/proper-nouns.ts';
import { listFile, readExternalLinks } from './external-links.ts';
import type { Finding } from './page.ts';
import { readPages, readReadmes } from './read-pages.ts';
import { links, unusedLinks } from './rules/links.ts';
import { rules } from './rules/index.ts';
import { loadSpelling } from './rules/spelling.ts';
import { standardTerms } from './rules/words.ts';
import { ownWords, unusedWords } from './spelling-settings.ts';
import { blocksOf } from './text/blocks.ts';

const pages = readPages();
const listed = readExternalLinks();
const all = [...rules, links(listed)];
const spelling = await loadSpelling();

const say = ({ file, line, rule, message }: Finding) => `${file}:${line} ${rule} ${message}`;

test.each(pages)('$file keeps the rules of prose', async (page) => {
  const found = [...all.flatMap((rule) => rule(page)), ...(await spelling(page))];
  const findings = found.sort((a, b) => a.line - b.line);
  expect(findings.map(say)).toEqual([]);
});

test.each(readReadmes())('$file uses standard terms', (readme) => {
  expect(standardTerms(readme).map(say)).toEqual([]);
});

test('the pages are found', () => {
  const files = pages.map(({ file }) => file);
  expect(files).toContain('site/docs/whatisanedya.mdx');
  expect(files).toContain('site/docs/device/index.mdx');
  expect(files).toContain('site/content/glossary/terms.ts');
  expect(files.filter((file) => file.startsWith('specs/'))).toHaveLength(2);
  expect(files.filter((file) => /platform-api|device\/api/.test(file))).toEqual([]);
  const readmes = readReadmes().map(({ file }) => file);
  expect(readmes).toEqual(expect.arrayContaining(['README.md', 'packages/sandbox/README.md']));
});

test('the names of headings are used', () => {
  const headings = pages.flatMap(blocksOf).filter(({ kind }) => kind === 'heading');
  const unused = otherNames.filter((name) => !headings.some(({ text }) => text.includes(name)));
  expect(unused).toEqual([]);
});

describe(listFile, () => {
  it('has no unused entries', () => {
    expect(unusedLinks(listed, pages).map(say)).toEqual([]);
  });

  it('describes each URL, once', () => {
    expect(listed.filter(({ what }) => !/\S/.test(what))).toEqual([]);
    expect(new Set(listed.map(({ address }) => address)).size).toBe(listed.length);
  });
});

test('cspell.config.yaml has no unused words', () => {
  expect(unusedWords(ownWords, pages)).toEqual([]);
});
