import { execFileSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

import { allLanguages, languages, languagesOf, sampleRequest } from '../src/index.ts';
import { hostileBody } from './support/hostile.ts';
import { nodeCreate, submitData } from './support/operations.ts';

test('languages are in display order, with unique ids and file names', () => {
  expect(allLanguages.map((language) => [language.id, language.file])).toEqual([
    ['curl', 'sample.sh'],
    ['nodejs', 'sample.mjs'],
    ['python', 'sample.py'],
    ['go', 'main.go'],
    ['rust', 'main.rs'],
    ['csharp', 'Program.cs'],
    ['ruby', 'sample.rb'],
    ['php', 'sample.php'],
    ['java', 'Sample.java'],
    ['powershell', 'sample.ps1'],
    ['c', 'sample.c'],
  ]);
});

test('C is a language of device operations only', () => {
  expect(languagesOf(nodeCreate)).toEqual(languages);
  expect(languagesOf(submitData)).toEqual(allLanguages);
});

test.each([
  ['in the sample', {}, 'https://api.example.test/v1/node/create'],
  [
    'from the environment',
    { ANEDYA_API_URL: 'http://localhost:8/v1' },
    'http://localhost:8/v1/node/create',
  ],
])('curl uses the address %s', (_, given, url) => {
  const sample = languages.find(({ id }) => id === 'curl')?.render(sampleRequest(nodeCreate)) ?? '';
  const script = `curl() { echo "$2"; }\n${sample}`;
  const env = { PATH: process.env.PATH, ANEDYA_API_KEY: 'key', ...given };
  expect(execFileSync('bash', ['-c', script], { encoding: 'utf8', env })).toBe(`${url}\n`);
});

test('the first line of a curl sample is the request, also when the body contains times', () => {
  const sample = languages.find(({ id }) => id === 'curl');
  for (const operation of [nodeCreate, submitData]) {
    expect(sample?.render(sampleRequest(operation))).toMatch(/^curl -sS "\S+" \\\n/);
  }
});

test('a PowerShell sample neither closes nor changes the session in which it is pasted', () => {
  const sample = languages.find(({ id }) => id === 'powershell');
  const source = sample?.render(sampleRequest(nodeCreate)) ?? '';
  expect(source).toMatch(/^& \{\n(?: {4}.*\n|\n)*\}\n$/);
  expect(source).not.toMatch(/\bexit\b/);
});

describe.each(allLanguages)('$label', (language) => {
  const bearer = language.render(sampleRequest(nodeCreate));
  const device = language.render(sampleRequest(submitData));

  test('the program matches its fixture', async () => {
    await expect(bearer).toMatchFileSnapshot(`fixtures/http/${language.file}.txt`);
  });

  test('the secret comes from the environment; a missing one is reported by name', () => {
    expect(bearer).toMatch(/ANEDYA_API_KEY\b.*is not set/);
    expect(device).toMatch(/ANEDYA_CONNECTION_KEY\b.*is not set/);
    expect(device).not.toContain('Bearer');
  });

  test('headers keep their order', () => {
    const positions = ['application/json', 'Accept', 'Auth-mode', 'Authorization'].map((name) =>
      device.indexOf(name),
    );
    expect(positions).not.toContain(-1);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  test('the request times out after 30 seconds', () => {
    expect(bearer).toMatch(/\b30(?:_000|L)?\b/);
  });

  test('the program ends in one line feed, without trailing spaces or consecutive blank lines', () => {
    expect(bearer).toMatch(/\S\n$/);
    expect(bearer).not.toMatch(/[ \t]$|\n\n\n/m);
  });

  test('lines have at most 100 columns', () => {
    expect(Math.max(...bearer.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test('a hostile body adds no raw control characters to the source', () => {
    const source = language.render(sampleRequest(nodeCreate, { body: hostileBody }));
    const raw = language.id === 'curl' ? /[^\P{Cc}\n\u007f-\u009f]/u : /[^\P{Cc}\n\t]/u;
    expect(source).not.toMatch(raw);
  });
});
