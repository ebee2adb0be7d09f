import fc from 'fast-check';
import { expect, it } from 'vitest';
import { constantTimeEqual, excerpt } from '../../src/core/text.ts';

it('constantTimeEqual agrees with ===', () => {
  const near = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 });
  fc.assert(fc.property(near, near, (a, b) => constantTimeEqual(a, b) === (a === b)));
});

it('excerpt shortens a text to 100 characters, and splits none', () => {
  const text = '😀'.repeat(100);
  expect(excerpt(text)).toBe(text);
  expect(excerpt(`${text}a`)).toBe(`${text}…`);
});
