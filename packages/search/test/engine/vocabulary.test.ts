import { describe, expect, it } from 'vitest';
import { Vocabulary } from '../../src/engine/vocabulary.ts';

const vocabulary = new Vocabulary(
  new Set([
    'node',
    'nodes',
    'nodeid',
    'command',
    'deployment',
    'deploy',
    '4040',
    '4041',
    'authorize',
  ]),
  new Set(['valuestore']),
);

describe('vocabulary', () => {
  it('finds a word in its other forms, the exact one first', () => {
    const forms = vocabulary.inflections('node');
    expect(forms.get('node')).toBe(1);
    expect(forms.get('nodes')).toBeLessThan(1);
    expect(forms.has('nodeid')).toBe(false);
  });

  it('finds nouns of a verb, but values them less', () => {
    const forms = vocabulary.inflections('authorization');
    expect(forms.get('authorize')).toBeLessThan(0.7);
  });

  it('completes a word, the shorter the better', () => {
    const forms = vocabulary.completions('no');
    expect([...forms.keys()]).toEqual(['node', 'nodes', 'nodeid']);
    expect(forms.get('node')).toBeGreaterThan(forms.get('nodeid') ?? 1);
  });

  it.each([
    ['comand', ['command']],
    ['deplyoment', ['deployment']],
    ['nod', []],
    ['4042', []],
  ])('corrects %s', (typed, terms) => {
    expect([...vocabulary.corrections(typed, false).keys()]).toEqual(expect.arrayContaining(terms));
    if (terms.length === 0) expect(vocabulary.corrections(typed, false).size).toBe(0);
  });

  it('corrects a word that is not finished', () => {
    expect(vocabulary.corrections('comamn', true).has('command')).toBe(true);
  });

  it('does not take two neighboring words for a word', () => {
    expect(vocabulary.has('valuestore')).toBe(false);
    expect(vocabulary.inflections('valuestore').get('valuestore')).toBe(1);
  });
});
