import { expect, it } from 'vitest';
import { timestampChoice, utcText } from './forms';

it('a timestamp is shown as a date, in either unit', () => {
  expect(utcText(1_767_225_600_000, 1)).toBe('Jan 1, 2026, 00:00:00 UTC');
  expect(utcText(1_767_225_600, 1000)).toBe('Jan 1, 2026, 00:00:00 UTC');
});

// specs/device.openapi.yaml: 0 means the time of the server.
it('0 is not shown as a date', () => {
  expect(utcText(0, 1)).toBeUndefined();
});

// A command that expires now is rejected, and a range from now to now is empty.
it.each([
  [undefined, 'Now', 0],
  [0, 'Now', 0],
  [3600, 'In 1 hour', 3_600_000],
  [31_536_000, 'In 365 days', 31_536_000_000],
  [-86_400, '1 day ago', -86_400_000],
  [-90, '90 seconds ago', -90_000],
])('a field whose example is %s s from now offers "%s"', (fromNow, label, offset) => {
  const schema = fromNow === undefined ? {} : { 'x-from-now': fromNow };
  expect(timestampChoice({ type: 'integer', ...schema })).toEqual({ label, offset });
});
