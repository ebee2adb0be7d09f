import { describe, expect, it } from 'vitest';
import { root, stem } from '../../src/analysis/stem.ts';

describe('stem', () => {
  it.each([
    ['node', 'nodes'],
    ['policy', 'policies'],
    ['batch', 'batches'],
    ['status', 'statuses'],
    ['update', 'updated'],
    ['update', 'updating'],
    ['send', 'sending'],
    ['stop', 'stopped'],
    ['synchronize', 'synchronise'],
    ['analyze', 'analysed'],
    ['behavior', 'behaviours'],
    ['catalog', 'catalogues'],
    ['cancel', 'cancelling'],
    ['label', 'labelled'],
    ['keep', 'kept'],
    ['send', 'sent'],
  ])('is the same for %s and %s', (one, other) => {
    expect(stem(other)).toBe(stem(one));
  });

  it.each(['string', 'ping', 'speed', 'status', 'access', 'tls', 'esp32'])('leaves %s', (word) => {
    expect(stem(word)).toBe(word);
  });

  it.each([
    ['log', 'login'],
    ['note', 'node'],
    ['value', 'valve'],
    ['hour', 'horror'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });
});

describe('root', () => {
  it.each([
    ['authorize', 'authorization'],
    ['authenticate', 'authentication'],
    ['aggregate', 'aggregation'],
    ['deploy', 'deployment'],
    ['create', 'creation'],
    ['install', 'installation'],
  ])('is the same for %s and %s', (verb, noun) => {
    expect(root(noun)).toBe(root(verb));
  });

  it('keeps actions and acts of access apart', () => {
    expect(root('action')).not.toBe(root('actual'));
  });
});
