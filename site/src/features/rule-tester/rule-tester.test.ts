import { testRule, type RuleEvent } from '@anedya-docs/sandbox/browser/rule-test';
import { describe, expect, it } from 'vitest';
import { reasonOf, unconfirmedIn } from './Tester';

const event: RuleEvent = {
  eventSource: '019f0000-0000-7000-8000-000000000001',
  eventType: 'door-unlocked',
  timestamp: 1_767_225_600_000,
  data: { door: 'front', count: 2, lock: { id: 'a' }, tags: [] },
};

function conditionsOf(pattern: object) {
  const tested = testRule(event, pattern, event.timestamp);
  if (!('conditions' in tested)) throw new Error(JSON.stringify(tested));
  return tested.conditions;
}

const reasons = (pattern: object) => conditionsOf(pattern).map((one) => reasonOf(one, event));

describe('the reason of a condition', () => {
  it.each([
    ['the value', { eventType: ['door-unlocked'] }, 'The event has `"door-unlocked"`.'],
    ['another value', { eventType: ['door-locked'] }, 'The event has `"door-unlocked"`.'],
    ['another type', { data: { count: ['2'] } }, 'Types must be the same: write `[2]`.'],
    ['another case', { data: { door: ['Front'] } }, 'Letter case must be the same.'],
    ['no field', { data: { window: ['left'] } }, 'The event has no such field.'],
    ['a path with dots', { data: { 'lock.id': ['a'] } }, '`{"data":{"lock":{"id":["a"]}}}`'],
    ['another name', { data: { gate: ['front'] } }, '`{"data":{"door":["front"]}}`'],
    ['an object', { data: { lock: ['a'] } }, 'Name a field in it, such as `id`.'],
    ['an array', { data: { tags: ['a'] } }, 'an array, which no value matches'],
  ])('says that the event has %s', (_, pattern, text) => {
    expect(reasons(pattern)).toEqual([expect.stringContaining(text)]);
  });
});

describe('what Anedya does not document', () => {
  it.each([
    ['nothing in one field', { eventType: ['door-locked', 'a'] }, []],
    ['several fields', { eventType: ['a'], data: { door: ['back'] } }, ['All fields']],
    ['several values in data', { data: { door: ['back', 'side'] } }, ['Any of several values']],
    ['a missing field', { data: { gate: ['a'] } }, ['A field that the event does not have']],
    ['letter case', { eventType: ['Door-Unlocked'] }, ['Values are compared by letter case']],
  ])('is listed: %s', (_, pattern, expected) => {
    expect(unconfirmedIn(conditionsOf(pattern))).toEqual(
      expected.map((text) => expect.stringContaining(text) as string),
    );
  });
});
