import { expect, it } from 'vitest';
import { valueError, valueNames } from './own-values';

const uuid = '019f0000-0000-7000-8000-000000000001';

it.each(['nodeId', 'deviceId'] as const)('rejects a %s that is not a UUID', (name) => {
  expect(valueError(name, uuid)).toBeUndefined();
  expect(valueError(name, uuid.toUpperCase())).toBeUndefined();
  expect(valueError(name, '')).toBeUndefined();
  for (const text of ['n1', uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', '')]) {
    expect(valueError(name, text)).toMatch(/Not a UUID/);
  }
});

it('accepts any text for other values', () => {
  const others = valueNames.filter((name) => name !== 'nodeId' && name !== 'deviceId');
  expect(others.map((name) => valueError(name, 'any text'))).toEqual(others.map(() => undefined));
});
