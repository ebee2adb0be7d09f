import { describe, expect, test } from 'vitest';
import { parserOf } from '../samples/grammar/grammar.ts';
import { expandTexts } from '../samples/grammar/cpp.ts';
import { documented, expectRequest, expectPublished } from './support/contract.ts';
import { checkSyntax, compilerOf, runHarness } from './support/compile-board.ts';
import { examples, sourceOf } from './support/examples.ts';
import { testWith } from './support/tools.ts';

const isSketch = (file: string) => file.endsWith('.ino');
const programs = examples.filter((file) => isSketch(file) || file.endsWith('.c'));

const parse = await parserOf('cpp');

/** The grammar supports neither macros between string literals nor `asm` labels. */
const readable = (source: string) =>
  expandTexts(source)
    .replaceAll(/" PRId64 "/g, '')
    .replaceAll(/ asm\("\w+"\)/g, '')
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

  testWith('g++').each([
    // A point a minute, from minute 0; the pauses double up to a minute.
    ['submits all of them', '30', '0', '4 0 30 31'],
    ['submits a batch again after a lost response', '30', '1', '5 0 30 31'],
    ['has lost the oldest after more than a day', '1500', '0', '144 61 1500 1440'],
  ])('an ESP32 that was offline %s, oldest first', async (_, minutes, isLost, expected) => {
    const program = 'submit-mqtt/esp32_buffer.ino';
    const outcome = await runHarness(program, 'offline.cpp', [minutes, isLost]);
    expect(outcome).toMatchObject({ code: 0, stdout: `0 1 3 7 15 31 63 123 183 ${expected}` });
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

  testWith('gcc')(
    'an ESP-IDF device keeps an update, and polls, only after its report',
    async () => {
      const outcome = await runHarness('ota/esp_idf.c', 'ota-restart.c', ['2']);
      expect(outcome.stdout.trim().split('\n')).toEqual([
        '/ota/updateStatus',
        'wait 60 s',
        '/ota/updateStatus',
        'wait 60 s',
        '/ota/updateStatus',
        'valid',
        '/ota/next',
        'wait 10800 s',
      ]);
      // A report that had arrived before is rejected.
      const again = await runHarness('ota/esp_idf.c', 'ota-restart.c', ['1', 'rejected']);
      expect(again.stdout.trim().split('\n')).toEqual([
        '/ota/updateStatus',
        'wait 60 s',
        '/ota/updateStatus',
        'valid',
        '/ota/next',
        'wait 10800 s',
      ]);
    },
  );

  testWith('gcc').each([
    ['nothing more after an interrupted connection', '-1', 'start\n'],
    ['nothing more after an incomplete download', '0', 'start\n'],
    // ESP_ERR_OTA_VALIDATE_FAILED
    ['failure for an invalid image', '5379', 'start\nfailure\n'],
  ])('an ESP-IDF device reports %s', async (_, state, stdout) => {
    const outcome = await runHarness('ota/esp_idf.c', 'ota-download.c', [state]);
    expect(outcome).toMatchObject({ code: 0, stdout });
  });

  testWith('gcc')('an ESP-IDF device submits what the document says over HTTPS', async () => {
    const response = JSON.stringify(documented('/submitData'));
    const outcome = await runHarness('submit-http/esp_idf.c', 'submit-http.c', [response]);
    expect(outcome.code).toBe(0);
    const [head = '', body = ''] = outcome.stdout.trim().split('\n\n');
    const [url = '', ...lines] = head.split('\n');
    expect(url).toBe('https://device.ap-in-1.anedya.io/v1/submitData');
    const pairs = lines.map((line) => line.split(': '));
    expect(pairs).toContainEqual(['Authorization', 'YOUR-CONNECTION-KEY']);
    const headers = Object.fromEntries(
      pairs.map(([name = '', value = '']) => [name.toLowerCase(), value]),
    );
    headers.authorization = 'test-connection-key-83ce57d4';
    const request = { method: 'POST', url: new URL(url).pathname, headers };
    const { data } = expectRequest({ ...request, body: Buffer.from(body) });
    expect(data).toMatchObject([{ variable: 'temperature', value: 24.5 }]);
    const [{ timestamp }] = data as [{ timestamp: number }];
    expect(new Date(timestamp).getFullYear()).toBeLessThan(3000);
  });

  testWith('gcc')('an ESP-IDF device recognizes an error', async () => {
    const rejection = '{"success":false,"error":"no","errorcode":4020}';
    const outcome = await runHarness('submit-http/esp_idf.c', 'submit-http.c', [rejection]);
    expect(outcome.code).toBe(1);
  });

  testWith('gcc')('an ESP-IDF device submits what the document says over MQTT', async () => {
    const outcome = await runHarness('submit-mqtt/esp_idf.c', 'submit-mqtt.c', []);
    const device = 'YOUR-DEVICE-UUID';
    const [errors, response, topic = '', payload = ''] = outcome.stdout.trim().split('\n');
    expect(errors).toBe(`subscribe $anedya/device/${device}/errors`);
    expect(response).toBe(`subscribe $anedya/device/${device}/response`);
    const { data } = expectPublished(topic, payload, device);
    expect(data).toMatchObject([{ variable: 'temperature', value: 24.5 }]);
  });
});
