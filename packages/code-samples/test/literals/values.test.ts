import { expect, test } from 'vitest';

import { phpLiteral } from '../../src/languages/php.ts';
import { isPowershellSafe, powershellLiteral } from '../../src/languages/powershell.ts';
import { pythonLiteral } from '../../src/literals/python.ts';
import { rubyLiteral } from '../../src/languages/ruby.ts';

const value = {
  plain: [true, null, -0.5, 1e-7, 1767225600000],
  'two words': { a: [], b: {} },
  single: ['x'],
  listLike: { '0': 'a', '1': 'b' },
};

test('Python', () => {
  expect(pythonLiteral(value)).toMatchInlineSnapshot(`
    "{
        "plain": [True, None, -0.5, 1e-7, 1767225600000],
        "two words": {"a": [], "b": {}},
        "single": ["x"],
        "listLike": {"0": "a", "1": "b"},
    }"
  `);
});

test('Ruby', () => {
  expect(rubyLiteral(value)).toMatchInlineSnapshot(`
    "{
      plain: [true, nil, -0.5, 1e-7, 1767225600000],
      'two words': { a: [], b: {} },
      single: ['x'],
      listLike: { '0': 'a', '1': 'b' }
    }"
  `);
});

test('PHP literals preserve empty objects, and objects with the keys of a list', () => {
  expect(phpLiteral(value)).toMatchInlineSnapshot(`
    "[
        'plain' => [true, null, -0.5, 1e-7, 1767225600000],
        'two words' => ['a' => [], 'b' => new stdClass()],
        'single' => ['x'],
        'listLike' => (object) ['0' => 'a', '1' => 'b'],
    ]"
  `);
});

test('PowerShell', () => {
  expect(powershellLiteral(value)).toMatchInlineSnapshot(`
    "[ordered]@{
        plain = @($true, $null, -0.5, 1e-7, 1767225600000)
        'two words' = [ordered]@{ a = @(); b = [ordered]@{} }
        single = @('x')
        listLike = [ordered]@{ '0' = 'a'; '1' = 'b' }
    }"
  `);
});

test('PowerShell uses JSON text where literals would change the value', () => {
  const deep = Array.from({ length: 21 }).reduce<object>((inner) => ({ inner }), {});
  expect(isPowershellSafe(value)).toBe(true);
  expect(isPowershellSafe([[1]])).toBe(false);
  expect(isPowershellSafe([[1], [2]])).toBe(true);
  expect(isPowershellSafe({ a: 1, A: 2 })).toBe(false);
  expect(isPowershellSafe(JSON.parse(JSON.stringify(deep)) as typeof value)).toBe(false);
});

test('long containers are broken into lines, short ones are not', () => {
  const long = { short: { a: 1 }, long: { text: 'x'.repeat(70), b: 2 } };
  expect(rubyLiteral(long)).toMatchInlineSnapshot(`
    "{
      short: { a: 1 },
      long: {
        text: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        b: 2
      }
    }"
  `);
});
