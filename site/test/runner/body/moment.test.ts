import { expect, it } from 'vitest';
import { utcText } from '../../../src/runner/body/moment';

it('a moment reads as a date, in either unit', () => {
  expect(utcText(1_767_225_600_000, 1)).toBe('2026-01-01 00:00:00 UTC');
  expect(utcText(1_767_225_600, 1000)).toBe('2026-01-01 00:00:00 UTC');
});

// specs/device.openapi.yaml: 0 stands for the time of the server.
it('0 is no date', () => {
  expect(utcText(0, 1)).toBeUndefined();
});
