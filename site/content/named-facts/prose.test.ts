import { parseDocument } from '@anedya-docs/openapi-model';
import { describe, expect, it, vi } from 'vitest';
import { checkKeys, checkName } from './check-names';
import { checkPage, type Violation } from './';
import { factsOf, parseOtherNames, readOtherNames, type Facts, type OtherNames } from './facts';
import { apis } from '../api-reference/test-support';
import { nothingListed, parsePage, prosePages } from './test-support';

// Each test parses all pages and documents.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const others = parseOtherNames(readOtherNames());
const parts: readonly (keyof OtherNames)[] = ['names', 'programs', 'quantities'];
const entriesOf = (part: keyof OtherNames) => others[part].flatMap(({ entries }) => entries);

const violationsOf = (facts: Facts): (Violation & { page: string })[] =>
  prosePages.flatMap(([page, source]) =>
    checkPage(facts, parsePage(source)).map((violation) => ({ ...violation, page })),
  );

describe('the prose of this site', () => {
  const used = new Set<string>();
  const facts = factsOf(apis, others, (part, entry) => used.add(`${part} ${entry}`));
  const violations = violationsOf(facts);

  it('contains only names, bodies and quantities of the documents', () => {
    expect(prosePages.length).toBeGreaterThan(20);
    expect(violations).toEqual([]);
  });

  it.each(parts)('uses every entry of %s', (part) => {
    expect(entriesOf(part).filter((entry) => !used.has(`${part} ${entry}`))).toEqual([]);
  });
});

it('no entry is in a document', () => {
  const bare = factsOf(apis, nothingListed);
  const known = entriesOf('names').filter(
    (entry) =>
      checkName(bare, entry).length === 0 && checkKeys(bare, { [entry]: null }).length === 0,
  );
  expect(known).toEqual([]);
});

it('a renamed field is found everywhere in prose', async () => {
  const renamed = await Promise.all(
    apis.map(async (api) => {
      const text = api.text.replaceAll('ttlSec', 'ttlSecs');
      return { ...api, text, document: await parseDocument(text, 'specs/test.yaml') };
    }),
  );
  const violations = violationsOf(factsOf(renamed, others));
  const lines = prosePages.flatMap(([page, source]) =>
    source
      .split('\n')
      .flatMap((line, index) => (line.includes('`ttlSec`') ? [`${page}:${index + 1}`] : [])),
  );
  expect(lines.length).toBeGreaterThan(3);
  expect(violations.map(({ page, line }) => `${page}:${line}`)).toEqual(
    expect.arrayContaining(lines),
  );
  const messages = violations.map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringMatching(/name "ttlSec".*There is "ttlSecs"/));
  expect(messages).toContainEqual(
    expect.stringMatching(
      /does not match the schema of the request of platform\/access-token-create/,
    ),
  );
});
