import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents } from '../samples/support/operations.ts';
import { excerpt, readRegions } from '../../site/content/example-files/index.ts';
import { examples, isForMicroPython, sourceOf } from './support/examples.ts';

const tests = [...readdirSync(import.meta.dirname), '../dashboard.e2e.ts']
  .filter((name) => /\.(?:test|e2e)\.ts$/.test(name))
  .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
  .join('\n');

/** Kinds of programs that tests find by their names. */
const isFound = (file: string) => /\.(?:ino|c)$/.test(file);

const operations = Object.values(documents).flatMap(({ allOperations }) => allOperations);
const paths = new Set(operations.map((operation) => operation.path));
const subscriptions = Object.values(documents).flatMap(({ mqtt }) => mqtt?.subscribe ?? []);
const topics = new Set(
  [...operations.map(({ mqtt }) => mqtt?.publish), ...subscriptions.map(({ topic }) => topic)].map(
    (topic) => topic?.split('{deviceId}/')[1],
  ),
);

/** Names of the options that disable certificate checks, by library. */
const insecure =
  /setInsecure|CERT_NONE|rejectUnauthorized|InsecureSkipVerify|_create_unverified|tls_insecure|skip_cert|skip_common_name|check_hostname\s*=\s*False|VERIFY_NONE/i;

describe.each(examples)('%s', (file) => {
  const source = sourceOf(file);
  const lines = source.trimEnd().split('\n');

  test('is checked against a schema', () => {
    const named = file.startsWith('access-token/') ? path.basename(file) : file;
    expect(isFound(file) || tests.includes(named)).toBe(true);
  });

  test('starts with at most three comment lines', () => {
    const comment = /^(?:#|\/\/|<!--) \S/;
    expect(lines.findIndex((line) => !comment.test(line))).toBeLessThanOrEqual(3);
    expect(lines[0]).toMatch(comment);
  });

  test('has regions that can be shown', () => {
    const { regions } = readRegions(lines);
    for (const region of regions.keys()) {
      expect(excerpt(source, { lines: undefined, region })).not.toBe('');
    }
  });

  test('checks certificates', () => {
    expect(source).not.toMatch(insecure);
  });

  // A page in a browser has no environment variables.
  const isForComputer =
    /\.(?:py|mjs|go)$/.test(file) && !isForMicroPython(file) && file !== 'access-token/browser.mjs';
  test.runIf(isForComputer)('reads its addresses from the environment', () => {
    expect(source).not.toContain('anedya.io');
  });

  test('uses the real hosts, and only documented paths and topics', () => {
    for (const [, host = ''] of source.matchAll(/\b([a-z0-9.-]+\.anedya\.io)/g)) {
      expect([
        'api.ap-in-1.anedya.io',
        'device.ap-in-1.anedya.io',
        'mqtt.ap-in-1.anedya.io',
        'time.anedya.io',
      ]).toContain(host);
    }
    for (const [, topic = ''] of source.matchAll(/["`/]([a-zA-Z]+(?:\/[a-zA-Z]+)*\/json)\b/g)) {
      if (!/^(?:application|encoding)\//.test(topic)) expect(topics).toContain(topic);
    }
    for (const [, name = ''] of source.matchAll(
      /(?:call\(|BASE_URL\)? \+? ?|url )["'](\/[a-zA-Z/]+)/g,
    )) {
      expect(paths).toContain(name);
    }
  });
});
