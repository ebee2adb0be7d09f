import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { environment } from '../examples/support/run-example.ts';
import { BashSession } from './support/bash-session.ts';
import { jsonIn } from './support/json-output.ts';
import { withOwnIds } from './support/own-ids.ts';
import { shapeDifference } from './support/shape.ts';
import { missingBasics } from './support/tools.ts';

describe('a documented response', () => {
  const shown = { success: true, count: 1, data: [{ timestamp: 1767225600, log: 'boot' }] };

  test('matches one with another time', () => {
    const real = { ...shown, count: 3, data: [{ timestamp: 1795306199, log: 'boot' }, null] };
    expect(shapeDifference(shown, real)).toBeUndefined();
  });

  test.each([
    ['a missing field', { success: true, count: 1 }, 'shows data'],
    ['a field too many', { ...shown, next: 1 }, 'does not show next'],
    ['another type', { ...shown, count: '1' }, '$.count: is string'],
    ['a failure', { ...shown, success: false }, '$.success: is false'],
    ['an empty list', { ...shown, data: [] }, '$.data: is empty'],
    [
      'milliseconds instead of seconds',
      { ...shown, data: [{ timestamp: 1767225600000, log: 'boot' }] },
      'of another unit',
    ],
    ['another text', { ...shown, data: [{ timestamp: 1767225600, log: 'x' }] }, 'shown as "boot"'],
  ])('does not match one with %s', (_, real, difference) => {
    expect(shapeDifference(shown, real)).toContain(difference);
  });

  test('may contain a placeholder', () => {
    expect(shapeDifference({ token: 'EXAMPLE' }, { token: 'x' })).toBeUndefined();
  });
});

test('an id that no step has created fails', () => {
  const text = '{"nodeid":"019f0000-0000-7000-8000-000000000001"}';
  expect(withOwnIds(text, { nodeId: 'own' })).toBe('{"nodeid":"own"}');
  expect(() => withOwnIds(text, {})).toThrow('no step before has brought nodeId');
});

test('JSON responses are found between other lines', () => {
  const output = 'x\n{"a": 1}{"b":\n 2}\nnode y\n{\n  "c": {\n  }\n}\n';
  expect(jsonIn(output)).toEqual([{ a: 1 }, { b: 2 }, { c: {} }]);
});

describe.skipIf(missingBasics !== undefined)('a shell', () => {
  async function withShell(use: (shell: BashSession) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'shell-'));
    const shell = await BashSession.open(folder, environment({}));
    try {
      await use(shell);
    } finally {
      await shell.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  test('keeps what scripts set, reads what is typed, and tells how they end', async () => {
    await withShell(async (shell) => {
      await shell.run('read -rs SECRET && export SECRET', 'typed\n');
      const ran = await shell.run('echo "$SECRET"; echo bad >&2; (exit 3)');
      expect(ran).toEqual({ code: 3, stdout: 'typed\n', stderr: 'bad\n' });
    });
  });

  test('stops a job and everything it started', async () => {
    await withShell(async (shell) => {
      const job = await shell.start('echo begun; while :; do sleep 1000; done');
      await expect.poll(() => job.output()).toBe('begun\n');
      await job.stop();
      expect(await shell.run('jobs -p')).toEqual({ code: 0, stdout: '', stderr: '' });
    });
  });

  test('reports when a script has ended it', async () => {
    await withShell(async (shell) => {
      await expect(shell.run('exit 0')).rejects.toThrow('ended the shell');
      await expect(shell.run('true')).rejects.toThrow('has ended');
    });
  });
});
