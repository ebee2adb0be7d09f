import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, vi } from 'vitest';
import {
  linkFailures,
  openScenario,
  requestFailures,
  retryAfterOf,
  testOf,
} from './computer-cases.ts';
import { sourceOf } from '../examples/support/examples.ts';
import { temporaryFolder } from '../samples/support/folders.ts';
import { runComputer } from './computer.ts';
import { expectCalm, type Failure } from './holds.ts';
import { Rig } from './rig.ts';

// Programs of MQTT wait for the network in real time.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

/** Writes a program with other code in one place. @returns its path */
async function changed(file: string, code: string, other: string): Promise<string> {
  const [folder, remove] = await temporaryFolder();
  onTestFinished(remove);
  const place = path.join(folder, path.basename(file));
  expect(sourceOf(file)).toContain(code);
  await writeFile(place, sourceOf(file).replace(code, other));
  return place;
}

describe('commands/poll.py: every command runs once and has a final state', () => {
  const file = 'commands/poll.py';
  const failures = requestFailures('/commands/next', '/commands/updateStatus');

  testOf(file).each(failures)('$name', async (failure) => {
    const scenario = await openScenario(rig, failure);
    const { code, stdout } = await runComputer(file, scenario, {
      until: 600,
      events: [{ at: 70, run: (one) => void one.sendCommand('off') }],
    });
    expect(code).toBeUndefined();
    expectCalm(scenario);
    const states = await scenario.commands();
    expect(states.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(stdout.match(/command set-led: /g)).toHaveLength(2);
  });
});

describe('ota/ota.py: installs once, and reports the result', () => {
  const file = 'ota/ota.py';
  const failures = requestFailures('/ota/next', '/ota/updateStatus', '/files')
    // A file of no bytes has another checksum, which is a failure of the update.
    .filter(({ name }) => name !== '/files: empty response');
  const startAt = { at: '/ota/updateStatus', body: '"start"' };
  const rejection = { ...startAt, effect: { reject: 1 }, times: Infinity };
  const repeated = { name: 'every report of start is rejected', disruptions: [rejection] };

  testOf(file).each([...failures, repeated])('$name', async (failure) => {
    // The download goes through the rig, too.
    const change = (_: string, text: string) =>
      text.replace(/("asseturl":"http:\/\/127\.0\.0\.1:)\d+/, `$1${scenario.http.proxy.port}`);
    const scenario = await openScenario(rig, failure, change);
    await scenario.deploy(Buffer.from('firmware 2 '.repeat(5000)));
    const cwd = await mkdtemp(path.join(tmpdir(), 'field-'));
    onTestFinished(() => rm(cwd, { recursive: true }));
    let [output, told] = ['', ''];
    // As cron starts it.
    for (let run = 0; run < 4; run += 1) {
      const { stdout, stderr } = await runComputer(file, scenario, { cwd });
      expect(stderr).not.toContain('Traceback');
      output += stdout;
      told += stderr;
    }
    expectCalm(scenario);
    if (!failure.name.startsWith('/files')) expect(told).toContain(retryAfterOf(failure));
    expect(output.match(/install field 2/g)).toHaveLength(1);
    const accepted = scenario.requests.filter(
      ({ path: at, status }) => at === '/ota/updateStatus' && status === 200,
    );
    expect(accepted.at(-1)?.body).toContain('"success"');
  });
});

testOf('ota/ota.py')('ota/ota.py: reports a disk without space', async () => {
  const file = 'ota/ota.py';
  const scenario = await openScenario(rig, { name: 'full' });
  await scenario.deploy(Buffer.from('firmware 2'));
  const full = 'raise OSError(errno.ENOSPC, "No space left on device")';
  const place = await changed(file, 'target.write(chunk)', full);
  const { code, stderr } = await runComputer(file, scenario, { place });
  expect(code).toBe(1);
  expect(stderr).toContain('No space left on device');
  const reports = scenario.requests.filter(({ path: at }) => at === '/ota/updateStatus');
  expect(reports.at(-1)?.body).toContain('"failure"');
});

describe.each(['submit-mqtt/submit.py', 'submit-mqtt/submit.mjs'])(
  '%s: fails with its reason and exit code 1',
  (file) => {
    testOf(file).each(linkFailures('submitdata'))('$name', async (failure) => {
      const scenario = await openScenario(rig, failure);
      const { code, stderr } = await runComputer(file, scenario);
      const isFine = failure.disruptions === undefined;
      expect(code).toBe(isFine ? 0 : 1);
      expect(stderr).not.toContain('Traceback');
      if (isFine) expect(await scenario.points()).toHaveLength(1);
    });
  },
);

describe.each([
  ...['submit-mqtt/submit.py', 'submit-mqtt/backoff.py'],
  ...['commands/commands.py', 'heartbeat/heartbeat.py'],
])('%s: names host, port and protocol', (file) => {
  testOf(file)('when the port speaks another protocol', async () => {
    const scenario = await openScenario(rig, { name: 'wrong port' });
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { stderr } = await runComputer(file, scenario, { until: 1, port });
    expect(stderr).toMatch(new RegExp(`^.*no MQTT over TLS at localhost:${port}: .*\n$`));
  });
});

describe('heartbeat/heartbeat.py: heartbeats arrive again', () => {
  const file = 'heartbeat/heartbeat.py';

  testOf(file).each(linkFailures('heartbeat'))('$name', async (failure) => {
    const scenario = await openScenario(rig, failure);
    const accepted = () =>
      scenario.received.filter(({ body }) => body.includes('"success":true')).length;
    await runComputer(file, scenario, { until: 900, isOver: () => accepted() >= 3 });
    expect(accepted()).toBeGreaterThanOrEqual(3);
    expectCalm(scenario);
  });
});

describe.each(['submit-mqtt/backoff.py', 'submit-mqtt/backoff.mjs'])(
  '%s: waits longer after each failed connection, and connects again',
  (file) => {
    const always = { times: Infinity } as const;
    testOf(file).each([
      { at: 'connack', effect: 3, shortest: 1, ...always },
      { at: 'connack', effect: 'cut', shortest: 1, ...always },
      { at: 'subscribe', effect: 'drop', shortest: 1, ...always },
      // A wrong key: the longest pause.
      { at: 'connack', effect: 135, shortest: 60, ...always },
    ] as const)('$at: $effect', async ({ shortest, ...disruption }) => {
      const scenario = await openScenario(rig, { name: 'always', disruptions: [disruption] });
      const { attempts } = scenario;
      const { code } = await runComputer(file, scenario, {
        isOver: () => attempts.length >= 7,
      });
      expect(code).toBeUndefined();
      const pauses = attempts.slice(1).map((at, index) => (at - (attempts[index] ?? 0)) / 1000);
      pauses.forEach((pause, index) => {
        const least = Math.min(60, shortest * 2 ** index);
        expect(pause).toBeGreaterThanOrEqual(least);
        expect(pause).toBeLessThanOrEqual(2 * least + 5);
      });
      expectCalm(scenario);
    });
  },
);

describe.each(['commands/poll.py', 'commands/commands.py'])(
  '%s: a command whose code raises an exception has failed',
  (file) => {
    testOf(file).each(['OSError(19, "no device")', 'KeyError("pin")'])('%s', async (exception) => {
      const scenario = await openScenario(rig, { name: 'broken' });
      const place = await changed(file, 'return f"led is {data.decode()}"', `raise ${exception}`);
      let states = await scenario.commands();
      await runComputer(file, scenario, {
        place,
        until: 600,
        isOver: async () => {
          states = await scenario.commands();
          return states[0]?.status === 'failure';
        },
      });
      expect(states.map(({ status }) => status)).toEqual(['failure']);
      expect(states[0]?.ackdata).toMatch(/no device|pin/);
    });
  },
);

const busy: Failure = {
  name: 'busy',
  disruptions: [{ at: 'connack', effect: 3, times: Infinity }],
};

describe.each(['commands/commands.py', 'heartbeat/heartbeat.py'])(
  '%s: pauses double, with a random part',
  (file) => {
    testOf(file)('while the broker is busy', async () => {
      const scenario = await openScenario(rig, busy);
      const { attempts } = scenario;
      await runComputer(file, scenario, { isOver: () => attempts.length >= 6 });
      const pauses = attempts.slice(1).map((at, index) => (at - (attempts[index] ?? 0)) / 1000);
      pauses.forEach((pause, index) => {
        const least = Math.min(60, 2 ** (index + 1));
        expect(pause).toBeGreaterThanOrEqual(least);
        expect(pause).toBeLessThanOrEqual(2 * least + 5);
      });
      // Without it, they are whole seconds.
      expect(pauses.filter((pause) => pause % 1 !== 0)).not.toEqual([]);
    });
  },
);

/** Module that prints the milliseconds of each timer: the clock does not run for those of libraries. */
const printTimers = `data:text/javascript,${encodeURIComponent(`
const real = globalThis.setInterval;
globalThis.setInterval = (run, milliseconds, ...rest) => {
  console.log('timer ' + milliseconds);
  return real(run, milliseconds, ...rest);
};
`)}`;

describe('commands/commands.mjs: pauses have a random part', () => {
  const file = 'commands/commands.mjs';

  testOf(file)('while the broker is busy', async () => {
    const scenario = await openScenario(rig, busy);
    const { stdout } = await runComputer(file, scenario, {
      env: { NODE_OPTIONS: `--import=${printTimers}` },
      isIdle: true,
      isOver: () => scenario.attempts.length >= 4,
    });
    expect(stdout).toMatch(/^timer \d+\.\d/m);
  });
});

describe.each([
  { file: 'commands/commands.py', isIdle: false },
  // Its only timers are those of its library.
  { file: 'commands/commands.mjs', isIdle: true },
])('$file: every command runs once and has a final state', ({ file, isIdle }) => {
  const reports = ['received', 'processing', 'success'].flatMap((status) =>
    (['drop', 'lose', 'cut'] as const).map((effect) => ({
      name: `report ${status}: ${effect}`,
      disruptions: [{ at: 'commands/updateStatus', body: `"status":"${status}"`, effect }],
    })),
  );
  const failures = [...linkFailures('commands/next'), ...reports]
    // In real time, return code 3 is enough.
    .filter(({ name }) => !isIdle || !name.includes('return code 5'));

  testOf(file).each(failures)('$name', async (failure) => {
    const scenario = await openScenario(rig, failure);
    if (isIdle) await scenario.sendCommand('off');
    let states = await scenario.commands();
    const { stdout } = await runComputer(file, scenario, {
      until: 600,
      isIdle,
      events: isIdle ? [] : [{ at: 3, run: (one) => void one.sendCommand('off') }],
      isOver: async () => {
        states = await scenario.commands();
        return states.length === 2 && states.every(({ status }) => status === 'success');
      },
    });
    expect(states.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(stdout.match(/command set-led: /g)).toHaveLength(2);
    expectCalm(scenario);
  });
});
