import { afterAll, describe, expect, test, vi } from 'vitest';
import { missingCompiler, runBoard } from './board-program.ts';
import type { BoardWorld } from './board-world.ts';
import { expectCalm, httpFailures, offline, type Failure } from './holds.ts';
import { Rig } from './rig.ts';

// The first test of a program compiles it.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

const program = 'ota/esp_idf.c';
const valid = 'image marked as valid';

/** The statuses that the platform has accepted, without repetitions. */
function reported({ scenario }: BoardWorld): string[] {
  const accepted = scenario.requests.filter(
    ({ path, status }) => path === '/ota/updateStatus' && status === 200,
  );
  const statuses = accepted.map(({ body }) => (JSON.parse(body) as { status: string }).status);
  return statuses.filter((status, index) => status !== statuses[index - 1]);
}

const firmware = Buffer.from('firmware 2 '.repeat(5000));

interface Update {
  /** The file of the deployment. */
  readonly file?: Buffer;
  /** Changes the text of responses. */
  readonly change?: (path: string, text: string) => string;
  /** Called each time that the program waits. */
  readonly onStep?: (world: BoardWorld) => void;
}

/** Deploys an update and runs the device. */
async function update(failure: Failure, { file = firmware, change, onStep }: Update = {}) {
  const scenario = await rig.scenario(failure.disruptions ?? [], change);
  try {
    await scenario.deploy(file);
    const events = failure.events ?? [];
    const isOver = (world: BoardWorld) => {
      onStep?.(world);
      return false;
    };
    const world = await runBoard(program, scenario, { until: 14 * 3600, events, isOver });
    expectCalm(scenario);
    return world;
  } finally {
    await scenario.stop();
  }
}

/** No Wi-Fi from the restart with the new version to a time in seconds. */
function noWifiAfterRestart(end: number): Update {
  const onStep = (world: BoardWorld) => {
    world.isOnline = world.restarts === 0 || world.seconds > end;
  };
  return { onStep };
}

/** Points whose every failure is injected: the report after the restart and the download. */
const points = ['/ota/updateStatus', '/files'];
const failures = points.flatMap((at) =>
  httpFailures(at).map((failure) => ({ ...failure, name: `${at}: ${failure.name}` })),
);

describe.skipIf(missingCompiler(program) !== undefined)(program, () => {
  test.each(failures)('is updated once, and reports success: $name', async (failure) => {
    const world = await update(failure);
    expect(reported(world)).toEqual(['start', 'success']);
    expect(world.restarts).toBe(1);
    expect(world.output.match(new RegExp(valid, 'g'))).toHaveLength(1);
  });

  test('rolls back a version with which every report of success gets 401', async () => {
    const body = '"success"';
    const disruptions = [{ at: '/ota/updateStatus', body, effect: 401, times: Infinity }] as const;
    const world = await update({ name: '401', disruptions });
    expect(world.output).not.toContain(valid);
    expect(world.restarts).toBe(2);
    expect(reported(world)).toEqual(['start', 'failure']);
  });

  test('keeps a version whose report had arrived before', async () => {
    const disruptions = [{ at: '/ota/updateStatus', body: '"success"', effect: 'lose' }] as const;
    const world = await update({ name: 'lost', disruptions });
    expect(world.output.match(new RegExp(valid, 'g'))).toHaveLength(1);
    expect(world.restarts).toBe(1);
  });

  test('downloads from a URL of 1000 bytes', async () => {
    const pad = 'x'.repeat(700);
    const change = (path: string, text: string) =>
      path === '/ota/next' ? text.replace(/("asseturl":"[^"]+)"/, `$1&pad=${pad}"`) : text;
    const world = await update({ name: 'long URL' }, { change });
    expect(reported(world)).toEqual(['start', 'success']);
  });

  test('reports a download that always fails', async () => {
    const disruptions = [{ at: '/files', effect: 404, times: Infinity }] as const;
    const world = await update({ name: '404', disruptions });
    expect(reported(world)).toEqual(['start', 'failure']);
    expect(world.restarts).toBe(0);
  });

  test('is updated after an outage', async () => {
    const deploy = { at: 4000, run: ({ scenario }: BoardWorld) => scenario.deploy(firmware, '3') };
    const world = await update({ name: 'outage', events: [...offline(60, 3660), deploy] });
    expect(reported(world)).toEqual(['start', 'success', 'start', 'success']);
  });

  test('keeps a version that starts without Wi-Fi for half an hour', async () => {
    const world = await update({ name: 'no Wi-Fi' }, noWifiAfterRestart(1800));
    expect(reported(world)).toEqual(['start', 'success']);
    expect(world.restarts).toBe(1);
  });

  test('rolls back a version that gets no Wi-Fi for an hour', async () => {
    const world = await update({ name: 'no Wi-Fi' }, noWifiAfterRestart(5400));
    expect(reported(world)).toEqual(['start', 'failure']);
    expect(world.restarts).toBe(2);
    expect(world.output).not.toContain(valid);
  });

  test('stays on a version that it kept while a report is rejected for hours', async () => {
    const at = '/ota/updateStatus';
    const disruptions = [
      { at, body: '"success"', effect: 401, after: 1, times: Infinity },
      { at, body: '"failure"', effect: 401, times: 90 },
    ] as const;
    const deploy = { at: 4000, run: ({ scenario }: BoardWorld) => scenario.deploy(firmware, '3') };
    const world = await update({ name: '401', disruptions, events: [deploy] });
    expect(reported(world)).toEqual(['start', 'success', 'start', 'failure']);
    // Two updates and the return to the first of them.
    expect(world.restarts).toBe(3);
  });

  test('reports success after a power cut as soon as the new version is selected', async () => {
    let isArmed = false;
    const onStep = (world: BoardWorld) => {
      const isDownloading = world.scenario.requests.at(-1)?.path.startsWith('/sandbox') === true;
      // The program closes the connection of the download when it selects the new version.
      if (isDownloading && !isArmed) world.cutPowerAt('close');
      isArmed ||= isDownloading;
    };
    const world = await update({ name: 'power cut' }, { onStep });
    expect(reported(world)).toEqual(['start', 'success']);
    expect(world.restarts).toBe(1);
  });

  test('reports an invalid image once', async () => {
    const events = [{ at: 3600, run: (world: BoardWorld) => world.cutPower() }];
    const world = await update({ name: 'invalid', events }, { file: Buffer.from('no image') });
    const { requests } = world.scenario;
    expect(requests.filter(({ path }) => path === '/ota/updateStatus')).toHaveLength(2);
    expect(reported(world)).toEqual(['start', 'failure']);
  });
});
