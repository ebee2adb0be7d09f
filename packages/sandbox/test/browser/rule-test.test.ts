import { describe, expect, it } from 'vitest';
import { testRule } from '../../src/browser/rule-test.ts';

const event = {
  eventSource: '019f0000-0000-7000-8000-000000000001',
  eventType: 'door-unlocked',
  timestamp: 1_767_225_600_000,
  data: { door: 'front' },
};
const minute = 60_000;

describe('a test of a rule', () => {
  it('has the result of each condition', () => {
    const pattern = { eventType: ['door-unlocked'], data: { door: ['back'] } };
    expect(testRule(event, pattern, event.timestamp)).toMatchObject({
      isMatch: false,
      isTooOld: false,
      conditions: [
        { path: ['eventType'], isMatch: true },
        { path: ['data', 'door'], isMatch: false, actual: 'front' },
      ],
    });
  });

  it.each([
    [30, false],
    [31, true],
  ])('knows whether the event is too old after %d minutes', (minutes, isTooOld) => {
    const received = event.timestamp + minutes * minute;
    expect(testRule(event, {}, received)).toMatchObject({ isMatch: true, isTooOld });
  });

  it.each([
    ['no object', [], 'must be a JSON object'],
    ['no node', { ...event, eventSource: 1 }, '"eventSource" must be the id of a node'],
    ['no type', { ...event, eventType: '' }, '"eventType" must be a type'],
    ['a time with a fraction', { ...event, timestamp: 1.5 }, '"timestamp" must be an integer'],
    ['a list as data', { ...event, data: [] }, '"data" must be an object'],
  ])('says what to correct in an event with %s', (_, value, message) => {
    expect(testRule(value, {}, 0)).toEqual([
      { field: 'event', message: expect.stringContaining(message) as string },
    ]);
  });

  it('says what to correct in both', () => {
    expect(testRule(null, { eventType: 'a' }, 0)).toEqual([
      { field: 'event', message: expect.stringContaining('JSON object') as string },
      { field: 'pattern', message: expect.stringContaining('must be an array') as string },
    ]);
  });
});
