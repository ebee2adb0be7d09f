import fc from 'fast-check';
import { it } from 'vitest';
import { constantTimeEqual } from '../../src/core/text.ts';

it('constantTimeEqual agrees with ===', () => {
  const near = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 });
  fc.assert(fc.property(near, near, (a, b) => constantTimeEqual(a, b) === (a === b)));
});
