import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Linter } from 'eslint';
import { expect, test } from 'vitest';
import { codeTerms, codeTermsIn } from './code-terms.ts';

function findingsIn(source: string): string[] {
  const config = {
    plugins: { prose: { rules: { 'standard-terms': codeTerms } } },
    rules: { 'prose/standard-terms': 'error' },
  } as const;
  return new Linter().verify(source, config).map(({ line, message }) => `${line} ${message}`);
}

const response = '"answer": write "response", or "respond"';
const operationOrRequest = 'write "operation" for an endpoint, or "request" for what is sent';

test.each([
  ['const answer = 1;', `1 ${response}`],
  ['const isTrue = 1;\nexport const { lastAnswer } = isTrue;', `2 ${response.replace('a', 'A')}`],
  ['const ANSWER_BYTES = 1;', `1 ${response.replace('answer', 'ANSWER')}`],
  ['throw new Error(`no answer`);', `1 ${response}`],
  [
    '/**\n * Nothing is under\n * way.\n */',
    '2 "under way": write "in progress", "running", or "in flight"',
  ],
  [
    '// Each is\n// not known.',
    '1 "is not known": write "unknown", "unconfirmed", or "Anedya does not document"',
  ],
  ['const pastCalls = 1;', `1 "past Calls": ${operationOrRequest}`],
  ['class CallError extends Error {}', `1 "Call Error": ${operationOrRequest}`],
  ['const navbarColour = 1;', '1 "Colour": write "-or-"'],
  ['// The page of each call.', `1 "each call": ${operationOrRequest}`],
])('finds the word with a standard term in %j', (source, finding) => {
  expect(findingsIn(source)).toEqual([finding]);
});

test.each([
  "throw new Error('connection refused');",
  'const connectionRefused = 1;',
  'export default 1;',
  'const callback = useCallback(() => call(args)); // Call it once: a second call does nothing.',
  '// Programs that call the API: an API call needs a key.',
  '// A stand-in stands for it; the default is fault-tolerant.',
])('accepts %j', (source) => {
  expect(findingsIn(source)).toEqual([]);
});

const source = path.resolve(import.meta.dirname, '../../site/src');
const styleSheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.css'),
);

test('there are style sheets', () => {
  expect(styleSheets.length).toBeGreaterThan(20);
});

// ESLint does not read them.
test.each(styleSheets)('%s has only standard terms', (file) => {
  expect(codeTermsIn(readFileSync(path.join(source, file), 'utf8'))).toEqual([]);
});
