import { afterAll, describe, expect, vi } from 'vitest';
import { openScenario, requestFailures, retryAfterOf, testOf } from './computer-cases.ts';
import { runComputer } from './computer.ts';
import type { Disruption } from './disruptions.ts';
import { expectCalm } from './holds.ts';
import { Rig } from './rig.ts';

// Starts a process for each failure.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

describe.each([
  ['submit-http/submit.py', '/submitData', 1],
  ['submit-http/submit.mjs', '/submitData', 1],
  ['value-store/value_store.py', '/valuestore/setValue', 1],
  ['value-store/value-store.mjs', '/valuestore/setValue', 1],
  ['time-sync/time_sync.py', '/time', 1],
  ['logs/send_logs.py', '/logs/submitLogs', 3],
])('%s: fails with its reason and exit code 1, and sends nothing twice', (file, at, count) => {
  testOf(file).each(requestFailures(at))('$name', async (failure) => {
    const scenario = await openScenario(rig, failure);
    // The value that it reads.
    const { nodeId } = scenario.node;
    const namespace = { scope: 'node', id: nodeId };
    const setting = { namespace, key: 'push-interval', value: 30, type: 'float' };
    await scenario.platform('/valuestore/setValue', setting);
    const { code, stderr } = await runComputer(file, scenario);
    const isFine = failure.disruptions === undefined;
    expect({ code, stderr }).toMatchObject({ code: isFine ? 0 : 1 });
    const sent = scenario.requests.filter(({ path: to }) => to === at);
    expect(sent).toHaveLength(isFine ? count : 1);
    expect(stderr).not.toContain('Traceback');
    expect(stderr === '').toBe(isFine);
    expect(stderr).toContain(retryAfterOf(failure));
  });
});

describe.each(['commands/send.py', 'commands/send.mjs'])(
  '%s: sends the command once, and waits for its result',
  (file) => {
    testOf(file).each(requestFailures('/commands/getDetails'))('$name', async (failure) => {
      const scenario = await openScenario(rig, failure);
      const run = await runComputer(file, scenario);
      const sent = scenario.requests.filter(({ path: at }) => at === '/commands/send');
      expect(sent).toHaveLength(1);
      const isPermanent = /HTTP 40|rejected/.test(failure.name);
      // Nobody runs the command.
      expect(run.code).toBe(isPermanent ? 1 : 2);
      expectCalm(scenario, isPermanent);
    });

    testOf(file)('prints the status of a result without data', async () => {
      const change = (at: string, text: string) =>
        at === '/commands/getDetails'
          ? text.replace('"pending"', '"success"').replace(/,"ackdata":"[^"]*"/, '')
          : text;
      const scenario = await openScenario(rig, { name: 'no data' }, change);
      const { code, stdout } = await runComputer(file, scenario);
      expect({ code, stdout }).toEqual({ code: 0, stdout: 'success\ndevice says: success\n' });
    });

    testOf(file)('waits as long as Retry-After says', async () => {
      const busy: Disruption = { at: '/commands/getDetails', effect: 429, retryAfter: 20 };
      const scenario = await openScenario(rig, { name: 'busy', disruptions: [busy] });
      await runComputer(file, scenario);
      const [first, second] = scenario.requests.filter(({ path: at }) => at === busy.at);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(20_000);
    });
  },
);
