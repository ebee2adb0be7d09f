import fc from 'fast-check';
import { it } from 'vitest';
import { sameText } from '../../src/core/same-text.ts';

it('sameText agrees with ===', () => {
  const near = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 });
  fc.assert(fc.property(near, near, (a, b) => sameText(a, b) === (a === b)));
});
