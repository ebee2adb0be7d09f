import { expect, it, vi } from 'vitest';
import { sectionInView } from './use-section-in-view';

vi.mock('@docusaurus/router', () => ({ useLocation: vi.fn() }));

const window = { top: 60, height: 900 };
const at = (...tops: number[]) =>
  tops.map((top, index) => ({ id: `section ${index + 1}`, top, bottom: top + 30 }));

it.each([
  ['none before the first heading is near', at(500, 900), undefined],
  ['the first heading in the upper half', at(-200, 112, 700), 'section 2'],
  ['the section before a heading in the lower half', at(-200, 600, 700), 'section 1'],
  ['the last section, below its heading', at(-900, -300), 'section 2'],
  ['none of none', [], undefined],
])('the section in view is %s', (_, sections, expected) => {
  expect(sectionInView(sections, window)).toBe(expected);
});
