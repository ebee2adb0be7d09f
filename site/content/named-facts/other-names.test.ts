import { describe, expect, it } from 'vitest';
import { parseOtherNames } from './facts';

const group = '  - { group: g, why: w, entries: [a, b] }';
const whole = ['names', 'programs', 'quantities'].map((key) => `${key}:\n${group}`).join('\n');

it('contains three lists of groups', () => {
  const groups = [{ group: 'g', why: 'w', entries: ['a', 'b'] }];
  expect(parseOtherNames(whole)).toEqual({ names: groups, programs: groups, quantities: groups });
});

describe('the list is rejected', () => {
  it.each([
    ['empty', '', /other-names\.yaml: names must be a list of groups/],
    ['without a part', whole.replace('programs:', 'program:'), /programs must be a list/],
    ['without a reason', whole.replace('why: w, ', ''), /each with group, why and entries/],
    ['with a bare number', whole.replace('[a, b]', '[4020]'), /quote numbers/],
    ['with an entry twice', whole.replace('[a, b]', '[a, a]'), /"a" is listed twice/],
  ])('%s', (_, text, message) => {
    expect(() => parseOtherNames(text)).toThrow(message);
  });
});
