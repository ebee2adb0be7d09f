import { expect, it } from 'vitest';
import { checkQuantities } from './';
import { factsOf } from './facts';
import { apis } from '../api-reference/test-support';
import { listing, nothingListed } from './test-support';

const facts = factsOf(apis, nothingListed);

it.each([
  ['Up to 1 KB here.', '1 KB'],
  ['At most 10,000 points.', '10,000 points'],
  ['A 128-bit number', '128-bit'],
  ['it waits 7\ndays', '7 days'],
  ['60 per minute', '60 per minute'],
  ['about ±200 ms', '200 ms'],
])('%j types %s by hand', (text, found) => {
  const [violation, second] = checkQuantities(facts, text);
  expect(violation?.message).toContain(
    `"${found}" is a literal quantity. Write a limit of a document as <Limit `,
  );
  expect(violation?.message).toContain('site/content/named-facts/other-names.yaml');
  expect(second).toBeUndefined();
});

it.each(['Python 3.9 or later', 'RFC 4122', '2 and 3', 'SHA-256 of it', 'in 2043', 'step 3 days'])(
  '%j counts nothing, or says what it counts',
  (text) => {
    const listed = factsOf(apis, listing('quantities', 'step 3 days'));
    expect(checkQuantities(listed, text)).toEqual([]);
  },
);

it('counts the lines before it', () => {
  expect(checkQuantities(facts, 'One\ntwo 5 bytes\nthree 6 bytes')).toMatchObject([
    { line: 1 },
    { line: 2 },
  ]);
});

it('a listed phrase covers itself, across lines too, and nothing longer', () => {
  const listed = factsOf(apis, listing('quantities', 'every 3 hours', '8 bytes'));
  expect(checkQuantities(listed, 'Poll every\n3 hours; 8 bytes.')).toEqual([]);
  expect(checkQuantities(listed, 'within 3 hours; 128 bytes')).toHaveLength(2);
});
