import { afterAll, describe, expect, vi } from 'vitest';
import { compileTypeScript } from '../examples/support/compile-typescript.ts';
import { post } from '../guides/support/guide-sandbox.ts';
import { openScenario, testOf } from './computer-cases.ts';
import { runComputer } from './computer.ts';
import type { Disruption } from './disruptions.ts';
import { expectCalm, type Failure } from './holds.ts';
import { Rig, type Scenario } from './rig.ts';

// Programs wait for the network in real time.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

const handshake = '/sandbox/platform/v1/streams/connect';

const failures: readonly Failure[] = [
  { name: 'no failure' },
  ...['/streams/create', '/access/tokens/create'].flatMap((at) => [
    { name: `${at}: HTTP 429`, disruptions: [{ at, effect: 429, retryAfter: 20, times: 2 }] },
    { name: `${at}: HTTP 500`, disruptions: [{ at, effect: 500, times: 2 }] },
    ...(['drop', 'cut', 'empty'] as const).map((effect) => ({
      name: `${at}: ${effect}`,
      disruptions: [{ at, effect }],
    })),
  ]),
  ...([401, 429, 500, 'drop', 'cut'] as const).map((effect) => ({
    name: `handshake: ${effect}`,
    disruptions: [{ at: handshake, effect, times: 2 }],
  })),
];

describe.each([
  { file: 'streams/stream.py', place: () => Promise.resolve(undefined) },
  { file: 'streams/stream.mts', place: () => compileTypeScript('streams/stream.mts') },
])('$file: receives again after each failure, without a restart', ({ file, place }) => {
  /** Runs the program until a value of the device arrives. @param onConnected with the number of connections so far */
  async function run(
    failure: Failure,
    onConnected: (count: number, scenario: Scenario) => void | Promise<void> = () => undefined,
  ) {
    const scenario: Scenario = await openScenario(rig, failure, (at, text) =>
      at === '/streams/create'
        ? text.replace(/(ws:\/\/[^:/]+:)\d+/, (_, host) => `${host}${scenario.http.proxy.port}`)
        : text,
    );
    let connections = 0;
    let isBusy = false;
    const url = () => `http://127.0.0.1:${rig.box.sandbox.ports.device}/v1/submitData`;
    const { connectionKey } = scenario.node;
    const compiled = await place();
    const outcome = await runComputer(file, scenario, {
      ...(compiled !== undefined && { place: compiled }),
      isIdle: true,
      until: 900,
      isOver: async (stdout) => {
        const count = stdout.match(/^connected$/gm)?.length ?? 0;
        // It is asked again while the sandbox restarts.
        if (count > connections && !isBusy) {
          isBusy = true;
          connections = count;
          await onConnected(count, scenario);
          const data = [{ variable: 'temperature', value: 31.5, timestamp: 0 }];
          await post(url(), { data }, { 'Auth-mode': 'key', Authorization: connectionKey });
          isBusy = false;
        }
        return stdout.includes('temperature: 31.5');
      },
    });
    expect(outcome.code).toBeUndefined();
    expect(outcome.stdout).toContain('temperature: 31.5');
    expect(outcome.stderr).not.toContain('Traceback');
    expectCalm(scenario);
    return { scenario, connections };
  }

  testOf(file).each(failures)('$name', async (failure) => {
    await run(failure);
  });

  testOf(file)('the connection is cut', async () => {
    const { connections } = await run({ name: 'cut' }, (count, { http }) => {
      if (count === 1) http.proxy.cutSockets();
    });
    expect(connections).toBeGreaterThanOrEqual(2);
  });

  testOf(file)('the sandbox restarts', async () => {
    const { connections } = await run({ name: 'restart' }, async (count) => {
      if (count === 1) await rig.box.sandbox.restart();
    });
    expect(connections).toBeGreaterThanOrEqual(2);
  });

  testOf(file)('a busy server needs no new token', async () => {
    const disruptions: Disruption[] = [{ at: handshake, effect: 503, times: 2 }];
    const { scenario } = await run({ name: 'busy', disruptions });
    const created = scenario.requests.filter(({ path }) => path === '/streams/create');
    expect(created).toHaveLength(1);
  });

  testOf(file).each(['/streams/create', handshake])(
    'waits as long as Retry-After says: %s',
    async (at) => {
      const disruptions: Disruption[] = [{ at, effect: 429, retryAfter: 45 }];
      const { scenario } = await run({ name: 'busy', disruptions });
      const [first, second] = scenario.requests.filter(({ path }) => path === at);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(45_000);
    },
  );

  testOf(file).each(['/streams/create', handshake])(
    'pauses when Retry-After is a date: %s',
    async (at) => {
      const retryAfter = 'Fri, 31 Dec 2100 23:59:59 GMT';
      const disruptions: Disruption[] = [{ at, effect: 429, retryAfter, times: 2 }];
      const { scenario } = await run({ name: 'busy', disruptions });
      const [first, second] = scenario.requests.filter(({ path }) => path === at);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
    },
  );
});

describe('streams/stream.mts: connects again', () => {
  const file = 'streams/stream.mts';
  // Python pings in real time, every 20 seconds.
  testOf(file)('when nothing arrives and the connection stays open', async () => {
    const disruptions: Disruption[] = [{ at: handshake, effect: 'silence' }];
    const scenario: Scenario = await openScenario(
      rig,
      { name: 'silence', disruptions },
      (_, text) =>
        text.replace(/(ws:\/\/[^:/]+:)\d+/, (_all, host) => `${host}${scenario.http.proxy.port}`),
    );
    const { stdout } = await runComputer(file, scenario, {
      place: await compileTypeScript(file),
      isIdle: true,
      isOver: (text) => text.split('connected').length > 2,
    });
    expect(stdout).toBe('connected\nconnected\n');
  });
});
