import { expect, it } from 'vitest';
import { nearest } from '../src/nearest.ts';

it('finds what is spelled almost the same, best first', () => {
  expect(nearest('nodeIdd', ['deviceid', 'nodeids', 'node_id', 'name'])).toEqual([
    'node_id',
    'nodeids',
  ]);
});

it('takes case, hyphens and underscores for small change', () => {
  expect(nearest('NODE-NAME', ['node_name'])).toEqual(['node_name']);
});

it('names no more than it is asked for', () => {
  expect(nearest('value', ['valuea', 'valueb', 'valuec'], 2)).toEqual(['valuea', 'valueb']);
});

it('finds nothing for a short or a strange word', () => {
  expect(nearest('d', ['e', 'id'])).toEqual([]);
  expect(nearest('quetzal', ['node', 'value'])).toEqual([]);
});
