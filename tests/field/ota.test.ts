import { afterAll, describe, expect, test, vi } from 'vitest';
import { missingCompiler, runBoard } from './board-program.ts';
import type { BoardWorld } from './board-world.ts';
import { expectCalm, httpFailures, type Failure } from './holds.ts';
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

/** Deploys an update and runs the device. @param change of the text of responses */
async function update(failure: Failure, change?: (path: string, text: string) => string) {
  const scenario = await rig.scenario(failure.disruptions ?? [], change);
  try {
    await scenario.deploy(firmware);
    const events = failure.events ?? [];
    const world = await runBoard(program, scenario, { until: 14 * 3600, events });
    expectCalm(scenario);
    return world;
  } finally {
    await scenario.stop();
  }
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
    const world = await update({ name: 'long URL' }, change);
    expect(reported(world)).toEqual(['start', 'success']);
  });

  test('reports a download that always fails', async () => {
    const disruptions = [{ at: '/files', effect: 404, times: Infinity }] as const;
    const world = await update({ name: '404', disruptions });
    expect(reported(world)).toEqual(['start', 'failure']);
    expect(world.restarts).toBe(0);
  });
});
