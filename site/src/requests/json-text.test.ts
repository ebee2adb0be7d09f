import type { JsonValue } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { numberAsTyped, roundedValue } from '@anedya-docs/openapi-model/typed-number';
import { isExact, numberText, parseBody, parseExact, printBody, typedNumber } from './json-text';
import { setAt } from './json-path';
import { bodyErrors, operations, randomFrom } from '../../test/support/bodies';

function readsAsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('valid JSON', () => {
  it.each(operations)('parses the example of %s', (_id, { request }) => {
    const parsed = parseBody(printBody(request.example));
    expect(parsed).toEqual({
      kind: 'read',
      value: request.example,
      losses: [],
      repeatsKeys: false,
    });
    expect(bodyErrors(request.schema, printBody(request.example))).toEqual([]);
  });

  it('is parsed like `JSON.parse`, also with a changed character', () => {
    const random = randomFrom(7);
    const characters = '{}[],:"\'\\ \n\t0123456789.-+eE/utrfalsn\u0001😀';
    const pick = (length: number) => Math.floor(random() * length);
    let broken = 0;
    for (let round = 0; round < 4000; round += 1) {
      const example = operations[round % operations.length]?.[1].request.example ?? null;
      let text = round % 2 === 0 ? printBody(example) : JSON.stringify(example);
      for (let change = pick(3); change >= 0; change -= 1) {
        const at = pick(text.length + 1);
        text =
          text.slice(0, at) +
          (characters[pick(characters.length)] ?? '') +
          text.slice(at + pick(2));
      }
      const parsed = parseBody(text);
      expect(parsed.kind === 'read', text).toBe(readsAsJson(text));
      if (parsed.kind === 'read') expect(parsed.value).toEqual(JSON.parse(text));
      else broken += 1;
    }
    expect(broken).toBeGreaterThan(1000);
  });

  it('preserves all names, also those of Object.prototype', () => {
    const text = '{"__proto__": {"a": 1}, "constructor": 2}';
    const parsed = parseBody(text);
    expect(parsed.kind === 'read' && printBody(parsed.value)).toBe(
      printBody(JSON.parse(text) as JsonValue),
    );
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});

describe('invalid JSON', () => {
  it.each([
    ['', 1, 1, 'The body is empty'],
    [' \n ', 2, 2, 'The body is empty'],
    ['{"a": 1,}', 1, 8, 'Remove the comma before "}"'],
    ['[1, 2,\n]', 1, 6, 'Remove the comma before "]"'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'Expected "," or "}", found "\\""'],
    ['{\r\n"a" 1}', 2, 5, 'Expected ":" after the name "a", found "1"'],
    ['{a: 1}', 1, 2, 'Expected a field name in double quotes, found "a"'],
    ["{'a': 1}", 1, 2, 'Expected a field name in double quotes, found "\'"'],
    ["['a']", 1, 2, 'Use double quotes for strings'],
    ['{"a": "b', 1, 7, 'Unterminated string: add the closing quote'],
    ['{"a": "b\n"}', 1, 9, 'Escape line breaks and tabs in a string as \\n or \\t'],
    ['"\\d"', 1, 2, 'Escape a backslash in a string as \\\\'],
    ['[01]', 1, 2, 'Invalid number 01: write 12, -0.5 or 1e6'],
    ['[.5]', 1, 2, 'Invalid number .5: write 12, -0.5 or 1e6'],
    ['[1.]', 1, 2, 'Invalid number 1.: write 12, -0.5 or 1e6'],
    [
      '{"a": True}',
      1,
      7,
      'Unexpected True: write a string in double quotes, true, false, null or a number',
    ],
    ['{"a": }', 1, 7, 'Expected a value, found "}"'],
    ['{"a":', 1, 6, 'Expected a value, found the end of the text'],
    ['// x\n1', 1, 1, 'Remove the comment: JSON has no comments'],
    ['{} {}', 1, 4, 'Unexpected "{" after the body'],
    ['['.repeat(5000), 1, 202, 'Nested deeper than 200 levels'],
  ])('%j is reported with its position and reason', (text, line, column, message) => {
    expect(parseBody(text)).toMatchObject({ kind: 'broken', line, column, message });
    expect(bodyErrors({}, text)).toEqual([
      { path: [], message: `Line ${line}, column ${column}: ${message}` },
    ]);
  });
});

describe('values that JavaScript cannot represent', () => {
  const losses = (text: string) => {
    const parsed = parseBody(text);
    return parsed.kind === 'read' ? parsed.losses : [];
  };

  it.each([
    ['{"data": [{"timestamp": 9007199254740993}]}', ['data', 0, 'timestamp'], /^Too large/],
    ['[-12345678901234567890]', [0], /^Too large/],
    ['[0.12345678901234567891]', [0], /Too many digits/],
    ['[1e400]', [0], /Too many digits/],
    ['{"a": {"b": 1, "b": 2}}', ['a', 'b'], /Duplicate key/],
  ])('%s is an error at its path', (text, path, message) => {
    const [loss, ...others] = losses(text);
    expect(others).toEqual([]);
    expect(loss?.path).toEqual(path);
    expect(loss?.message).toMatch(message);
    expect(bodyErrors({}, text)).toContainEqual(loss);
  });

  it.each(['9007199254740991', '-9007199254740991', '1.50', '0.1', '1e21', '-0', '1E+2', '5e-324'])(
    '%s is preserved',
    (text) => {
      expect(losses(text)).toEqual([]);
      expect(isExact(text)).toBe(true);
    },
  );
});

describe('numbers as they were typed', () => {
  it.each(['1.0', '1.50', '1e3', '1E+2', '-0', '12345678901234567890', '1e400', '0.1000'])(
    '%s stays in a body',
    (number) => {
      const text = `{\n  "a": [\n    ${number}\n  ],\n  "b": "${number}"\n}`;
      const body = parseExact(text) ?? expect.fail('valid JSON');
      expect(printBody(body)).toBe(text);
      expect(printBody(setAt(body, ['c'], 1))).toBe(text.replace(/\n\}$/, ',\n  "c": 1\n}'));
      expect(JSON.stringify(roundedValue(body))).toBe(JSON.stringify(JSON.parse(text)));
    },
  );

  it.each(['{"a": 1.0', '01', ''])('%j has no value', (text) => {
    expect(parseExact(text)).toBeUndefined();
  });
});

describe('typing a number', () => {
  it.each([
    ['12', 12],
    [' 12 ', 12],
    ['-0.5', -0.5],
    ['1e3', numberAsTyped('1e3')],
    ['1.0', numberAsTyped('1.0')],
    ['-0', numberAsTyped('-0')],
    ['9007199254740993', numberAsTyped('9007199254740993')],
    ['1e999', numberAsTyped('1e999')],
    ['', ''],
    ['-', '-'],
    ['1.', '1.'],
    ['007', '007'],
    ['1,000', '1,000'],
    ['NaN', 'NaN'],
    ['0x10', '0x10'],
  ])('%j sets %j in the body and is shown as typed', (typed, value) => {
    expect(typedNumber(typed)).toEqual(value);
    expect(numberText(typed, typedNumber(typed))).toBe(typed);
  });

  it('shows the value when it changes elsewhere', () => {
    expect(numberText('1.0', 2)).toBe('2');
    expect(numberText('12', numberAsTyped('12.0'))).toBe('12.0');
    expect(numberText('', 1700000000)).toBe('1700000000');
    expect(numberText('5', undefined)).toBe('');
  });
});
