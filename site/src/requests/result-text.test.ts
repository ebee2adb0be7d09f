import { expect, it } from 'vitest';
import { outcomeText } from './result-text';
import type { ApiResponse } from './outcome';

const response = (status: number, statusText: string, json: ApiResponse['json']): ApiResponse => ({
  kind: 'response',
  status,
  statusText,
  headers: [],
  text: JSON.stringify(json),
  json,
  bytes: 1200,
  milliseconds: 12,
});

it('shows the status, time and size of a request that succeeded', () => {
  const worked = response(200, 'OK', { success: true, error: '' });
  expect(outcomeText(worked)).toBe('200 OK · 12 ms · 1.2 kB');
});

it('shows the error text of a failed request, whatever its status', () => {
  const error = '"limit" must be an integer, 1 to 1,000.';
  const failed = response(400, 'Bad Request', { success: false, error });
  expect(outcomeText(failed)).toBe(`400 Bad Request: ${error} · 12 ms · 1.2 kB`);
  const denied = response(200, 'OK', { success: false, error: 'node not found' });
  expect(outcomeText(denied)).toBe('200 OK: node not found · 12 ms · 1.2 kB');
});

it.each([undefined, 'text', { success: false, error: 5 }, null])(
  'shows no error text for %j',
  (json) => {
    expect(outcomeText(response(502, '', json))).toBe('502 · 12 ms · 1.2 kB');
  },
);
