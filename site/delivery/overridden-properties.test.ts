import { describe, expect, it } from 'vitest';
import { withoutOverriddenProperties } from './used-css';

describe('withoutOverriddenProperties', () => {
  it.each([
    [':root{--a:1;--b:2}.x{color:red}:root{--a:3}', ':root{--b:2}.x{color:red}:root{--a:3}'],
    [':root{--a:1;--a:2}', ':root{--a:2}'],
    [':root{--a:1}:root{--a:2}', ':root{--a:2}'],
    // Another selector, at-rule or priority is resolved at run time.
    [':root{--a:1}html{--a:2}', ':root{--a:1}html{--a:2}'],
    [':root{--a:1}@media print{:root{--a:2}}', ':root{--a:1}@media print{:root{--a:2}}'],
    [':root{--a:1!important}:root{--a:2}', ':root{--a:1!important}:root{--a:2}'],
    // Other properties may be fallbacks for browsers that do not support the later value.
    ['p{color:red}p{color:oklch(0.5 0.1 20)}', 'p{color:red}p{color:oklch(0.5 0.1 20)}'],
  ])('%s', (css, expected) => {
    expect(withoutOverriddenProperties(css)).toBe(expected);
  });
});
