import { describe, expect, test } from 'vitest';
import { parserOf } from '../samples/grammar/grammar.ts';
import { expandTexts } from '../samples/grammar/cpp.ts';
import { checkSyntax, compilerOf, runHarness } from './support/compile-board.ts';
import { examples, sourceOf } from './support/examples.ts';
import { testWith } from './support/tools.ts';

const isSketch = (file: string) => file.endsWith('.ino');
const programs = examples.filter((file) => isSketch(file) || file.endsWith('.c'));

const parse = await parserOf('cpp');

/** The grammar supports neither macros between string literals nor `asm` labels nor attributes as macros. */
const readable = (source: string) =>
  expandTexts(source)
    .replaceAll(/" PRId64 "/g, '')
    .replaceAll(/ asm\("\w+"\)/g, '')
    .replaceAll('RTC_DATA_ATTR ', '')
    .replaceAll(/^#define PREFIX .*$/gm, '')
    .replaceAll(/\bPREFIX "/g, '"');

describe.each(programs)('%s', (file) => {
  test('is parsed as C++', () => {
    expect(parse(readable(sourceOf(file))).syntaxErrors).toEqual([]);
  });

  testWith(compilerOf(file))('compiles without a warning', () => checkSyntax(file));
});

describe('functions of board programs', () => {
  testWith('g++')('the time of an ESP32 is the documented one, in 64 bits', async () => {
    const readings = ['52000', '1767225600100', '1767225600100', '52200'];
    const outcome = await runHarness('time-sync/esp32.ino', 'time-sync.cpp', readings);
    expect(outcome).toMatchObject({ code: 0, stdout: '1767225600200' });
  });

  testWith('g++').each([
    ['keeps measurements', '3', '0', '3 1 3'],
    ['removes stored measurements', '25', '10', '15 11 25'],
    ['overwrites the oldest when it is full', '1500', '0', '1440 61 1500'],
    ['goes on after it was full', '1500', '1499', '1 1500 1500'],
    ['is empty in the end', '20', '20', '0'],
  ])('the buffer of an ESP32 %s', async (_, count, stored, expected) => {
    const outcome = await runHarness('submit-mqtt/esp32_buffer.ino', 'buffer.cpp', [count, stored]);
    expect(outcome).toMatchObject({ code: 0, stdout: expected });
  });

  testWith('gcc')('an ESP-IDF device repairs links with several question marks', async () => {
    const links = ['https://a.example/f?am=device?exp=1?x', 'https://a.example/f?a=1&b', 'plain'];
    const outcome = await runHarness('ota/esp_idf.c', 'ota.c', links);
    expect(outcome.stdout.trim().split('\n')).toEqual([
      'https://a.example/f?am=device&exp=1&x',
      'https://a.example/f?a=1&b',
      'plain',
    ]);
  });
});
