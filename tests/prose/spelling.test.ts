import { describe, expect, test } from 'vitest';
import { loadSpelling } from './rules/spelling.ts';
import { linesBefore, sample } from './sample.ts';
import { american, unusedWords } from './spelling-settings.ts';

const spelling = await loadSpelling();

/** Findings in a body, as `line message`. */
const findings = async (body: string) =>
  (await spelling(sample(body))).map(({ line, message }) => `${line - linesBefore} ${message}`);

describe('spelling', () => {
  test.each([
    ['You will recieve it.', '1 "recieve": write "receive"'],
    ['Text.\nThe colour of it.', '2 "colour": write "color"'],
    ['It is labelled.', '1 "labelled": write "labeled"'],
    ['Towards the end.', '1 "Towards": write "toward"'],
    ['A well-serialised text.', '1 "serialised": write "serialized"'],
    ['The access-zzgate.', '1 "zzgate": write'],
  ])('finds the word in %j', async (body, start) => {
    const found = await findings(body);
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(start)).toBe(true);
  });

  test.each([
    "The device's firmware, the devices' clocks.",
    'Anedya over Wi-Fi. Datapoints and datapoints.',
    'The code `recieve` and https://zzgate.example/recieve.',
    'UUIDv5, Python3.9, 115200 baud, ±200 ms.',
    'Pre-authorized, read-only.',
    '```text\nrecieve\n```',
  ])('passes %j', async (body) => {
    expect(await findings(body)).toEqual([]);
  });
});

test('unused words of the settings are found', () => {
  expect(unusedWords(['Anedya', 'gizmoid'], [sample('Gizmoid.'), sample('A Wi-Fi.')])).toEqual([
    'Anedya',
  ]);
});

test.each(Object.entries(american))('"%s" is American English as "%s"', async (british, form) => {
  expect(await findings(`It is ${form}.`)).toEqual([]);
  expect(await findings(`It is ${british}.`)).toEqual([
    expect.stringContaining(`"${british}": write "${form}"`),
  ]);
});
