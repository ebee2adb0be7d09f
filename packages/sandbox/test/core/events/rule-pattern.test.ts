import { describe, expect, it } from 'vitest';
import {
  matchPattern,
  PatternError,
  readPattern,
  storedPattern,
} from '../../../src/core/rule-pattern.ts';

const node = '019f0000-0000-7000-8000-000000000001';
const event = {
  eventSource: node,
  eventType: 'door-unlocked',
  timestamp: 1_767_225_600_000,
  data: { door: 'front', count: 2, open: true, by: null, lock: { id: 'a' }, tags: ['x'] },
};

const matches = (pattern: unknown) => matchPattern(readPattern(pattern), event).isMatch;

describe('a rule pattern', () => {
  // specs/facts/guides.md, features/events/rule-pattern.
  it.each([
    ['every event', {}, true],
    ['one of several types', { eventType: ['door-unlocked', 'door-locked'] }, true],
    ['another type', { eventType: ['door-locked'] }, false],
    ['a node', { eventSource: [node] }, true],
    ['a field of the data', { data: { door: ['front'] } }, true],
    ['a nested field', { data: { lock: { id: ['a', 'b'] } } }, true],
    ['a field that the event lacks', { data: { window: ['front'] } }, false],
    ['a field below a value that is no object', { data: { door: { side: ['front'] } } }, false],
  ])('matches %s', (_, pattern, isMatch) => {
    expect(matches(pattern)).toBe(isMatch);
  });

  // Choices of the sandbox.
  it.each([
    ['by type: a number is not its text', { data: { count: ['2'] } }, false],
    ['numbers, booleans and null', { data: { count: [2], open: [true], by: [null] } }, true],
    ['all of several fields', { eventType: ['door-unlocked'], data: { door: ['back'] } }, false],
    ['no part of an array', { data: { tags: ['x'] } }, false],
    ['no letters in another case', { eventType: ['Door-Unlocked'] }, false],
    ['no inherited properties', { data: { constructor: { name: ['Object'] } } }, false],
  ])('compares %s', (_, pattern, isMatch) => {
    expect(matches(pattern)).toBe(isMatch);
  });

  it('returns the result of each condition', () => {
    const pattern = readPattern({ eventType: ['door-unlocked'], data: { door: ['back'], x: [1] } });
    expect(matchPattern(pattern, event)).toEqual({
      isMatch: false,
      conditions: [
        {
          path: ['eventType'],
          values: ['door-unlocked'],
          actual: 'door-unlocked',
          isMatch: true,
        },
        { path: ['data', 'door'], values: ['back'], actual: 'front', isMatch: false },
        { path: ['data', 'x'], values: [1], actual: undefined, isMatch: false },
      ],
    });
  });

  it.each([
    ['a value that is not in an array', { eventType: 'a' }, '"eventType" must be an array'],
    ['an empty array', { data: { door: [] } }, '"data.door" is an empty array'],
    ['an object in an array', { data: { door: [{}] } }, '"data.door" may contain only strings'],
    ['an empty object inside', { data: {} }, '"data" is an empty object'],
    ['a list', [], 'A pattern must be a JSON object'],
    ['nothing', undefined, 'A pattern must be a JSON object'],
    ['a path as a name', { 'data.door': ['front'] }, 'nested objects, {"data":{"door":[…]}}'],
    ['the node id under another name', { nodeId: [node] }, 'The id of the node is "eventSource"'],
    ['a field that events lack', { door: ['front'] }, 'An event has no field "door"'],
    ['a field in another letter case', { EventType: ['a'] }, 'An event has no field "EventType"'],
  ])('rejects %s', (_, pattern, message) => {
    expect(() => readPattern(pattern)).toThrow(PatternError);
    expect(() => readPattern(pattern)).toThrow(message);
  });

  it('may have names with a dot in the data', () => {
    expect(readPattern({ data: { 'door.side': ['front'] } })).toHaveLength(1);
  });

  it('that was stored before its names were checked matches nothing', () => {
    const pattern = storedPattern(JSON.stringify({ nodeId: [node] }));
    expect(matchPattern(pattern, event).isMatch).toBe(false);
  });

  it('is rejected when it is nested too deeply, however deep it is', () => {
    const nested = (levels: number): unknown =>
      JSON.parse(`{"data":${'{"a":'.repeat(levels - 1)}[1]${'}'.repeat(levels)}`);
    expect(readPattern(nested(32))).toHaveLength(1);
    for (const levels of [33, 5000]) {
      expect(() => readPattern(nested(levels))).toThrow(/nested too deeply/);
    }
  });
});
