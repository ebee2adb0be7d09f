import { describe, expect, test } from 'vitest';
import { allLanguages, mqttClients } from '../../packages/code-samples/src/index.ts';
import { expectBody, readWith } from './grammar/expectation.ts';
import { parserOf } from './grammar/grammar.ts';
import { mqttReaders, readers } from './grammar/index.ts';
import { mqttCase } from './mqtt/cases.ts';
import { operationOf } from './support/operations.ts';
import { caseOf } from './support/cases.ts';
import { secrets } from './support/environment.ts';
import { expectResponse, expectNoSecret, expectRequest } from './support/expectation.ts';
import type { Recorded } from './support/recorder.ts';

// Checks the checks: each one must reject an invalid input.

const entry = operationOf('device', 'submitdata');
const body = entry.operation.request.example;
const text = JSON.stringify(body, null, 2);

const good: Recorded = {
  method: 'POST',
  path: '/v1/submitData',
  headers: [
    ['content-type', 'application/json'],
    ['accept', 'application/json'],
    ['auth-mode', 'key'],
    ['authorization', secrets.ANEDYA_CONNECTION_KEY],
  ],
  body: Buffer.from(text),
};

const withHeader = (name: string, ...values: readonly string[]): Recorded => ({
  ...good,
  headers: [
    ...good.headers.filter(([other]) => other !== name),
    ...values.map((value) => [name, value] as const),
  ],
});

const check = (...requests: readonly Recorded[]) =>
  expectRequest(requests, entry.operation, body, 'text');

describe('what a program sent', () => {
  test('passes when it matches the document', () => {
    expect(() => check(good)).not.toThrow();
    expect(() =>
      expectRequest([{ ...good, body: Buffer.from(`${text}\n`) }], entry.operation, body, 'value'),
    ).not.toThrow();
  });

  test.each<readonly [string, readonly Recorded[]]>([
    ['no request', []],
    ['two requests', [good, good]],
    ['another method', [{ ...good, method: 'PUT' }]],
    ['another path', [{ ...good, path: '/v1/submitdata' }]],
    ['another type', [withHeader('content-type', 'application/json; charset=utf-8')]],
    ['a type sent twice', [withHeader('content-type', 'application/json', 'application/json')]],
    ['any type accepted', [withHeader('accept', '*/*')]],
    ['no Auth-mode', [withHeader('auth-mode')]],
    ['a prefix too many', [withHeader('authorization', `Bearer ${secrets.ANEDYA_CONNECTION_KEY}`)]],
    ['an empty body', [{ ...good, body: Buffer.alloc(0) }]],
    ['a line feed too many', [{ ...good, body: Buffer.from(`${text}\n`) }]],
    ['another layout', [{ ...good, body: Buffer.from(JSON.stringify(body)) }]],
    ['a byte order mark', [{ ...good, body: Buffer.from(`\ufeff${text}`) }]],
    ['Latin-1 instead of UTF-8', [{ ...good, body: Buffer.from('"\u00fc"', 'latin1') }]],
  ])('is rejected:  %s', (_, requests) => {
    expect(() => check(...requests)).toThrow();
  });

  test('is rejected as a value, too, when a field differs', () => {
    const other = { ...good, body: Buffer.from(text.replace('24.5', '24.6')) };
    expect(() => expectRequest([other], entry.operation, body, 'value')).toThrow();
  });
});

describe('how a program ended', () => {
  const ended = { code: 0, problem: undefined, stdout: '{"a":1}\n', stderr: '' };

  test.each([
    ['another exit code', { ...ended, code: 1 }],
    ['a program that was killed', { ...ended, code: undefined, problem: 'still running' }],
    ['another response', { ...ended, stdout: '{"a":2}\n' }],
    ['a truncated response', { ...ended, stdout: '{"a":' }],
  ])('is rejected:  %s', (_, outcome) => {
    expect(() => expectResponse(ended, { a: 1 })).not.toThrow();
    expect(() => expectResponse(outcome, { a: 1 })).toThrow();
  });

  test.each(['stdout', 'stderr'])('is rejected:  a secret on %s', (stream) => {
    expect(() => expectNoSecret({ ...ended, [stream]: 'the key is k1' }, ['k1'])).toThrow();
  });
});

const samples = [
  ...allLanguages.map(({ id, render }) => {
    const { source, body: sent } = caseOf(
      render,
      { origin: 'http://127.0.0.1:9', place: id },
      entry,
    );
    return { name: id, source, sent, reader: readers[id] };
  }),
  ...mqttClients.map((client) => {
    const { source, exchange } = mqttCase(client, { port: 9, caFile: 'ca.pem' }, entry);
    return {
      name: `mqtt/${client.id}`,
      source,
      sent: exchange.body,
      reader: mqttReaders[client.id],
    };
  }),
];

describe.each(samples)('the source in $name', ({ source, sent, reader }) => {
  test('is rejected when a bracket stays open', async () => {
    const read = await readWith(reader);
    expect(() => read(source)).not.toThrow();
    expect(() => read(`${source}\n(`)).toThrow();
  });

  test('is rejected when it contains another body', async () => {
    const read = await readWith(reader);
    expect(() => expectBody(read(source), sent, 'value')).not.toThrow();
    const other = read(source.replace('24.5', '24.6'));
    expect(() => expectBody(other, sent, 'value')).toThrow();
  });
});

describe('what a workaround in a grammar accepts is still a syntax error', () => {
  test.each([
    ['powershell', '$text = "`n#no comment"\n'],
    ['cpp', '#define NAME "b"\nconst char *text = "a" NAME "c";\n'],
  ])('%s', async (grammar, valid) => {
    const parse = await parserOf(grammar);
    expect(parse(valid).syntaxErrors).not.toEqual([]);
  });
});
