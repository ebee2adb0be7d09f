import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, vi } from 'vitest';
import { post } from '../guides/support/guide-sandbox.ts';
import { openScenario, requestFailures, retryAfterOf, testOf } from './computer-cases.ts';
import { runComputer } from './computer.ts';
import type { Disruption } from './disruptions.ts';
import { expectCalm } from './holds.ts';
import { Rig, type Scenario } from './rig.ts';

// Starts a process for each failure.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

/** Submits temperatures of the demo device. @param at time of the first, in milliseconds */
async function submit({ node, rig: { box } }: Scenario, values: readonly number[], at: number) {
  const data = values.map((value, index) => ({
    ...{ variable: 'temperature', value, timestamp: at + index },
  }));
  const url = `http://127.0.0.1:${box.sandbox.ports.device}/v1/submitData`;
  await post(url, { data }, { 'Auth-mode': 'key', Authorization: node.connectionKey });
}

/** Received values without those of the demo data. */
const valuesOf = (stdout: string) =>
  [...stdout.matchAll(/^\S+: (20|21|31\.5) at \d+$/gm)].map(([, value]) => Number(value));

describe.each(['back-end/back_end.py', 'back-end/back_end.mjs'])(
  '%s: receives every value once, switches the fan, and never ends',
  (file) => {
    const failures = requestFailures(
      '/commands/send',
      ...['/node/list', '/data/getData', '/commands/getDetails'],
      // With a wrong key, it ends.
    ).filter(({ name }) => !/HTTP 40[13]/.test(name));

    testOf(file).each(failures)('$name', async (failure) => {
      const scenario = await openScenario(rig, failure);
      const second = Math.floor(rig.clock.now() / 1000) * 1000 + 20_000;
      const { code, stdout } = await runComputer(file, scenario, {
        until: 300,
        events: [
          // Three points in one second with equal values, which arrive one after the other.
          { at: 22, run: (one) => submit(one, [20, 20], second) },
          { at: 32, run: (one) => submit(one, [20], second + 500) },
          { at: 42, run: (one) => submit(one, [31.5], second + 20_000) },
        ],
      });
      expect(code).toBeUndefined();
      // It forgets a command that does not exist, and sends a rejected one again with the next value.
      const isRejected = /commands\/(?:getDetails: HTTP 404|send: HTTP 404|send: rejected)$/.test(
        failure.name,
      );
      expectCalm(scenario, isRejected);
      expect(valuesOf(stdout)).toEqual([20, 20, 20, 31.5]);
      if (!isRejected) expect(stdout).toContain('sent set-fan on');
    });

    testOf(file)('a value that arrives late does not overrule a newer one', async () => {
      const scenario = await openScenario(rig, { name: 'late' });
      const second = Math.floor(rig.clock.now() / 1000) * 1000 + 20_000;
      const { stdout } = await runComputer(file, scenario, {
        until: 100,
        events: [
          { at: 22, run: (one) => submit(one, [20], second) },
          { at: 42, run: (one) => submit(one, [31.5], second - 10_000) },
        ],
      });
      expect(valuesOf(stdout)).toEqual([20, 31.5]);
      expect(stdout).not.toContain('sent set-fan on');
    });

    testOf(file)('goes on when a node is deleted after it was listed', async () => {
      const gone = '019f0000-0000-7000-8000-00000000dead';
      const change = (at: string, text: string) =>
        at === '/node/list' ? text.replace('"nodes":[', `"nodes":["${gone}",`) : text;
      const scenario = await openScenario(rig, { name: 'deleted' }, change);
      const at = rig.clock.now() + 5000;
      const { code, stdout } = await runComputer(file, scenario, {
        until: 60,
        events: [{ at: 6, run: (one) => submit(one, [21], at) }],
      });
      expect(code).toBeUndefined();
      expect(valuesOf(stdout)).toEqual([21]);
    });

    testOf(file)('waits as long as Retry-After says', async () => {
      const busy: Disruption = { at: '/node/list', effect: 429, retryAfter: 120 };
      const scenario = await openScenario(rig, { name: 'busy', disruptions: [busy] });
      await runComputer(file, scenario, { until: 150 });
      const [first, second] = scenario.requests;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(120_000);
    });
  },
);

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'field-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('provisioning/provision.py: every serial number has one node', () => {
  const file = 'provisioning/provision.py';
  const failures = requestFailures(
    '/node/create',
    ...['/node/list', '/node/authorize', '/node/getConnectionKey'],
  );

  testOf(file).each(failures)('$name', async (failure) => {
    const scenario = await openScenario(rig, failure);
    const cwd = await ownFolder();
    await writeFile(path.join(cwd, 'serials.txt'), 'A1\nA2\nA3\n');
    const args = ['serials.txt', 'devices.csv'];
    let code: number | undefined = 1;
    for (let run = 0; run < 3 && code !== 0; run += 1) {
      const outcome = await runComputer(file, scenario, { cwd, args });
      expect(outcome.stderr).not.toContain('Traceback');
      ({ code } = outcome);
    }
    expect(code).toBe(0);
    expectCalm(scenario);
    const rows = (await readFile(path.join(cwd, 'devices.csv'), 'utf8')).trim().split('\n');
    expect(rows).toHaveLength(4);
    const { totalCount } = await scenario.platform('/node/list', { limit: 1 });
    expect(totalCount).toBe(5);
  });
});

describe('provisioning/rotate_key.py: the device moves to a new node with every point', () => {
  const file = 'provisioning/rotate_key.py';
  const failures = requestFailures(
    '/node/delete',
    ...['/node/create', '/node/getConnectionKey', '/data/getData'],
    // The node may have been created, and the program cannot know.
  ).filter(({ name }) => !/create: (?:lost|response cut|empty)/.test(name));

  testOf(file).each(failures)('$name', async (failure) => {
    const scenario = await openScenario(rig, failure);
    const cwd = await ownFolder();
    const at = rig.clock.now();
    await submit(scenario, [41, 41], at);
    let told = '';
    for (const step of ['prepare', 'finish']) {
      let code: number | undefined = 1;
      for (let run = 0; run < 4 && code !== 0; run += 1) {
        rig.clock.advance(60_000);
        const outcome = await runComputer(file, scenario, { cwd, args: [step] });
        expect(outcome.stderr).not.toContain('Traceback');
        told += outcome.stderr;
        ({ code } = outcome);
      }
      expect(code).toBe(0);
    }
    expect(told).toContain(retryAfterOf(failure));
    // A node that is deleted is not deleted again.
    expectCalm(scenario, failure.name === '/node/delete: response cut in the middle');
    const csv = await readFile(path.join(cwd, `${scenario.node.nodeId}-temperature.csv`), 'utf8');
    expect(csv.match(/,41$/gm)).toHaveLength(2);
  });
});
