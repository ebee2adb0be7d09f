import { describe, expect, test } from 'vitest';
import { american } from './data/american.ts';
import { loadDictionary } from './dictionary.ts';
import { groupsOf } from './own-words.ts';
import { spelling, unusedWords } from './rules/spelling.ts';
import { findings, sample } from './sample.ts';

const dictionary = await loadDictionary();
const own = new Set(['Anedya', 'Wi-Fi', 'gizmoid']);
const rule = spelling(dictionary, own);

describe('spelling', () => {
  test.each([
    ['You will recieve it.', '1 "recieve": write "receive"'],
    ['Text.\nThe colour of it.', '2 "colour": write "color"'],
    ['It is labelled.', '1 "labelled": write "labeled"'],
    ['Towards the end.', '1 "Towards": write "toward"'],
    ['A well-serialised text.', '1 "serialised": write "serialized"'],
    ['The wifi-zzgate.', '1 "zzgate": write'],
  ])('finds the word in %j', (body, start) => {
    const found = findings(rule, body);
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(start)).toBe(true);
  });

  test.each([
    "The device's firmware, the devices' clocks.",
    'Anedya over Wi-Fi. Gizmoid and gizmoid.',
    'The code `recieve` and https://zzgate.example/recieve.',
    'UUIDv5, Python3.9, 115200 baud, ±200 ms.',
    'Pre-authorized, read-only.',
    '```text\nrecieve\n```',
  ])('passes %j', (body) => {
    expect(findings(rule, body)).toEqual([]);
  });
});

test('unused words of the word list are found', () => {
  expect(unusedWords(own, [sample('Gizmoid.'), sample('A Wi-Fi.')])).toEqual(['Anedya']);
});

test('American forms are in the dictionary and are used', () => {
  expect(Object.values(american).filter((word) => !dictionary.has(word))).toEqual([]);
  expect(Object.keys(american).filter((word) => !dictionary.has(word))).toEqual([]);
});

test('the word list has groups', () => {
  expect(groupsOf('# One\nb\na\n\n# Two\nc\n')).toEqual([
    { title: 'One', words: ['b', 'a'] },
    { title: 'Two', words: ['c'] },
  ]);
});
