import { expect, it } from 'vitest';
import { didYouMean, similarNames } from '../src/similar-names.ts';

it('finds similar spellings, best first', () => {
  expect(similarNames('nodeIdd', ['deviceid', 'nodeids', 'node_id', 'name'])).toEqual([
    'node_id',
    'nodeids',
  ]);
});

it('ignores case, hyphens and underscores', () => {
  expect(similarNames('NODE-NAME', ['node_name'])).toEqual(['node_name']);
});

it('returns at most as many names as requested', () => {
  expect(similarNames('value', ['valuea', 'valueb', 'valuec'], 2)).toEqual(['valuea', 'valueb']);
});

it('finds nothing for a short or an unrelated word', () => {
  expect(similarNames('d', ['e', 'id'])).toEqual([]);
  expect(similarNames('quetzal', ['node', 'value'])).toEqual([]);
});

it('asks for the most similar field, if there is one', () => {
  expect(didYouMean('nodeName', ['name', 'node_name'])).toBe('did you mean "node_name"?');
  expect(didYouMean('nodeName', ['limit'])).toBeUndefined();
});
