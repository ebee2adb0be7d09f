import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { jsKey, jsLiteral, jsString, jsTemplatePart } from '../../src/literals/javascript.ts';
import { hostileBody, hostileStrings } from '../support/hostile.ts';

function evaluate(source: string): unknown {
  return runInNewContext(source);
}

test.each(hostileStrings)('%j is preserved in a string and in a template', (text) => {
  expect(evaluate(jsString(text))).toBe(text);
  expect(evaluate(`\`${jsTemplatePart(text)}\${1}\``)).toBe(`${text}1`);
});

test('a literal evaluates to its value, with keys in order and __proto__', () => {
  const json: unknown = evaluate(`JSON.stringify(${jsLiteral(hostileBody)})`);
  expect(json).toBe(JSON.stringify(hostileBody));
});

test('only keys that are not identifiers are quoted', () => {
  expect(['a_1', 'Auth-mode', '1a', '__proto__'].map(jsKey)).toEqual([
    'a_1',
    "'Auth-mode'",
    "'1a'",
    "['__proto__']",
  ]);
});
