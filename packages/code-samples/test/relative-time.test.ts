import { describe, expect, test } from 'vitest';

import { languages, mqttClients, mqttExchange, relativeTime, sampleRequest } from '../src/index.ts';
import { jsonText } from '../src/literals/json.ts';
import { mqttFacts, submitData } from './support/operations.ts';

const time = (seconds: number, unit: string, example: number) => ({
  'x-from-now': seconds,
  'x-unit': unit,
  examples: [example],
});

/** An operation with a range in seconds, and the time of an entry in milliseconds. */
const read = {
  ...submitData,
  request: {
    ...submitData.request,
    schema: {
      properties: {
        from: time(-86_400, 'seconds', 1767225600),
        to: time(0, 'seconds', 1767312000),
        expiry: time(3600, 'milliseconds', 1767229200000),
        points: { items: { properties: { at: time(0, 'milliseconds', 1767225600000) } } },
      },
    },
    example: {
      from: 1767225600,
      to: 1767312000,
      expiry: 1767229200000,
      points: [{ at: 1767225600000, note: '100% {x} $now `id` \\' }],
    },
  },
};

const samples = [
  ...languages.map(({ id, render }) => [id, render(sampleRequest(read))] as const),
  ...mqttClients.map(({ id, render }) => {
    const exchange = mqttExchange(read, mqttFacts);
    return [`MQTT with ${id}`, exchange ? render(exchange) : ''] as const;
  }),
];

test('example timestamps become relative, in the unit of their field', () => {
  expect(sampleRequest(read).body).toMatchObject({
    from: relativeTime(-86_400, 'seconds'),
    to: relativeTime(0, 'seconds'),
    expiry: relativeTime(3600, 'milliseconds'),
    points: [{ at: relativeTime(0, 'milliseconds') }],
  });
});

test('a timestamp that the reader chose is unchanged', () => {
  const body = { from: 1767225601, to: 0 };
  expect(sampleRequest(read, { body }).body).toEqual(body);
  expect(mqttExchange(read, mqttFacts, { body })?.body).toMatchObject(body);
});

describe.each(samples)('%s', (_, source) => {
  test('computes timestamps at run time', () => {
    expect(source).not.toMatch(/17672|17673/);
    const lines = source
      .split('\n')
      .filter((line) => /\bnow\b|\bdate\b|%l?l?[ds]\b|100%/.test(line));
    expect(lines.join('\n')).toMatchSnapshot();
  });
});

test.each(languages)('$label does not read the clock without relative times', ({ render }) => {
  const source = render(sampleRequest(read, { body: { a: 1 } }));
  expect(source).not.toMatch(/\bnow\b|\bdate\b|import time\b|Instant|SystemTime|Sprintf/);
});

test.each([
  [{ a: '\ufdd0' }, '{\n  "a": "\ufdd0"\n}'],
  [{ a: '\ufdd0', b: relativeTime(0, 'seconds') }, '{\n  "a": "\ufdd0",\n  "b": now\n}'],
])('text that looks like a placeholder is unchanged: %j', (body, text) => {
  expect(jsonText(body, () => 'now')).toBe(text);
});
