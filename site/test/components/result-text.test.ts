import { expect, it } from 'vitest';
import { outcomeText } from '../../src/components/Send/result-text';
import type { ApiResponse } from '../../src/runner/outcome';

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

it('says status, time and size of a call that worked', () => {
  const worked = response(200, 'OK', { success: true, error: '' });
  expect(outcomeText(worked)).toBe('200 OK · 12 ms · 1.2 kB');
});

it('says what the API says of a call that failed, whatever its status', () => {
  const error = '"limit" must be an integer, 1 to 1,000.';
  const failed = response(400, 'Bad Request', { success: false, error });
  expect(outcomeText(failed)).toBe(`400 Bad Request: ${error} · 12 ms · 1.2 kB`);
  const denied = response(200, 'OK', { success: false, error: 'node not found' });
  expect(outcomeText(denied)).toBe('200 OK: node not found · 12 ms · 1.2 kB');
});

it.each([undefined, 'text', { success: false, error: 5 }, null])(
  'says nothing of an error that %j does not have',
  (json) => {
    expect(outcomeText(response(502, '', json))).toBe('502 · 12 ms · 1.2 kB');
  },
);
