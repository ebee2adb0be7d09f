import { workerSandboxUrl } from '@anedya-docs/sandbox/browser/messages';
import { describe, expect, it } from 'vitest';
import { brokerName, hasInvalidCredentials, isTransient, problemOf, retryDelay } from './problems';

const host = 'docs.example.com';
const rejected = (code: number, version: 4 | 5) =>
  problemOf({ kind: 'rejected', code, text: '' }, version, host);

describe('a rejection', () => {
  it.each([
    [4, 134],
    [5, 135],
    [2, 133],
    [3, 136],
  ])('with return code %d of MQTT 3.1.1 reads as %d of MQTT 5.0', (returnCode, reasonCode) => {
    const older = rejected(returnCode, 4);
    const newer = rejected(reasonCode, 5);
    expect(older.title).toBe(newer.title);
    expect(older.hint).toBe(newer.hint);
    expect(older.message).toContain(`return code ${returnCode}`);
    expect(newer.message).toContain(`eason code ${reasonCode}`);
  });

  it('includes the reason of the broker', () => {
    const said = problemOf({ kind: 'rejected', code: 134, text: 'No such key.' }, 5, host);
    expect(said.message).toBe('No such key. (reason code 134)');
  });

  it('with an unknown code says what to do', () => {
    expect(rejected(200, 5).hint).not.toBe('');
  });
});

it('a session takeover is explained, with what to do', () => {
  const { title, hint } = problemOf({ kind: 'closed', code: 142, text: '' }, 5, host);
  expect(title).toBe('Another client took over the session');
  expect(hint).toContain('mosquitto_sub');
  expect(hint).toContain('another tab');
  const lost = problemOf({ kind: 'lost' }, 4, host);
  expect(lost.message).toContain('may have connected');
  expect(lost.hint).toBe(hint);
});

it('an unavailable sandbox is reported', () => {
  expect(problemOf({ kind: 'unreachable' }, 5, host).message).toContain(host);
});

describe('trying again', () => {
  it('is for transient errors, never for a session takeover', () => {
    expect(isTransient({ kind: 'lost' })).toBe(true);
    expect(isTransient({ kind: 'closed', code: 139, text: '' })).toBe(true);
    expect(isTransient({ kind: 'closed', code: 142, text: '' })).toBe(false);
    expect(isTransient({ kind: 'closed', code: 152, text: '' })).toBe(false);
    expect(isTransient({ kind: 'rejected', code: 134, text: '' })).toBe(false);
    expect(isTransient({ kind: 'unreachable' })).toBe(false);
  });

  it('has increasing delays and a maximum number of attempts', () => {
    const delays = [0, 1, 2, 3, 4, 5].map((attempt) => retryDelay(attempt, 5));
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, undefined]);
    expect([0, 1].map((attempt) => retryDelay(attempt, 4))).toEqual([1000, undefined]);
  });
});

it.each([
  ['https://docs.example.com/sandbox/platform/v1', host],
  [`${workerSandboxUrl}/platform/v1`, 'the sandbox in this browser'],
])('the sandbox at %s has a name for messages', (platformUrl, name) => {
  const broker = { host, tcp: undefined, tls: undefined, webSocket: '' };
  expect(brokerName({ platformUrl, broker })).toBe(name);
});

it('only a broker that closed the connection says that the credentials are invalid', () => {
  const closed = (code: number) => hasInvalidCredentials({ kind: 'closed', code, text: '' });
  expect([152, 142, 200].map(closed)).toEqual([true, false, false]);
  expect(hasInvalidCredentials({ kind: 'lost' })).toBe(false);
});
