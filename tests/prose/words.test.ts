import { expect, test } from 'vitest';
import { standardTerms, words } from './rules/words.ts';
import { findings, sampleDocument } from './sample.ts';

test.each([
  ['You can simply send it.', '1 "simply": leave it out'],
  ['Send it.\nOf course, wait.', '2 "Of course": leave it out'],
  ['Utilizing MQTT.', '1 "Utilizing": "use"'],
  ['Send it in\norder to wake it.', '1 "in order to": "to"'],
  ['| A | B |\n|---|---|\n| x | please |', '3 "please": give the instruction without it'],
])('finds the empty word in %j', (body, finding) => {
  expect(findings(words, body)).toEqual([finding]);
});

test('finds "we" in a sentence about the platform', () => {
  expect(findings(words, 'Then we store the value.')).toEqual([
    expect.stringContaining('speak to the reader ("you")'),
  ]);
});

test.each([
  'Adjust the clock.',
  'The operation `just` is code.',
  '```text\nplease\n```',
  '<Operation id="simply" />',
  '{/* we know */}',
  'The weather station is in the US.',
])('passes %j', (body) => {
  expect(findings(words, body)).toEqual([]);
});

test('reads API documents', () => {
  expect(words(sampleDocument('Simply call it.')).map(({ line }) => line)).toEqual([5]);
});

test.each([
  ['The answer holds the id.', '1 "answer": "response", or "respond"'],
  ['Each refusal has a code.', '1 "refusal": "reject", "deny", or "rejection"'],
  ['It stands\nin the body.', '1 "stands in": "is", or "see"'],
  ['Whoever calls it.', '1 "Whoever": name the person or the program'],
])('finds the word with a standard term in %j', (body, finding) => {
  expect(findings(standardTerms, body)).toEqual([finding]);
});

test.each([
  'A test with fault injection.',
  'Connection refused: try later.',
  'The field `answer`.',
  '```text\nanswer\n```',
  'A question-and-answer page.',
  'It stands for the node.',
])('passes %j, which has no standard term', (body) => {
  expect(findings(standardTerms, body)).toEqual([]);
});
