import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { JsonResponse } from './guide-sandbox.ts';
import type { Fence, GuidePage } from './fences.ts';
import { listed, reasons } from './not-run.ts';
import { idsIn } from './own-ids.ts';
import type { Reader } from './reader.ts';
import { runQueued } from './send-command.ts';
import { runLine, type NotRun, type Special } from './walk.ts';

/** Saves and runs a program for which the page gives no file name. @param line such as `node program.cjs` */
const runAs =
  (line: string): Special['act'] =>
  async (reader, fence) => {
    const name = line.split(' ').at(-1) ?? '';
    await writeFile(path.join(reader.shell.folder, name), `${reader.textOf(fence)}\n`);
    await reader.execute(fence, line);
  };

/** Runs a program until it gets the response to its first heartbeat. */
async function beat(reader: Reader, fence: Fence): Promise<void> {
  await reader.save(fence);
  const job = await reader.shell.start('python3 heartbeat.py');
  try {
    await expect.poll(() => job.output(), { timeout: 30_000 }).toContain('"success":true');
  } finally {
    await job.stop();
  }
}

/** Requests the next command while one is pending, as the page shows, and no others. */
async function runAlone(reader: Reader, fence: Fence): Promise<void> {
  const { nodeId = '' } = reader.ids;
  const send = { nodeid: nodeId, command: 'set-led', data: 'on', type: 'string' };
  await runQueued(reader);
  const expiry = Date.now() + 3_600_000;
  const sent = await reader.request('platform', '/commands/send', { ...send, expiry });
  await reader.shell.run(`COMMAND_ID=${JSON.stringify(sent.commandId)}`);
  await reader.run(fence);
}

const ota = 'features/ota/ota-hardware.mdx';
let offered: JsonResponse = {};

/**
 * Updates are offered and installed, one for each deployment of the previous pages that has not been stopped; after that there
 * is none.
 */
async function update(reader: Reader, fence: Fence): Promise<void> {
  offered = await reader.request('device', '/ota/next', { reqId: 'req-0009' });
  const printed: string[] = [];
  for (const _ of ['of the stages', 'of the earlier version', 'none']) {
    printed.push((await reader.run(fence)).stdout);
  }
  const installed = 'install main-firmware 1.2.0\n';
  expect(printed).toEqual([installed, 'install main-firmware 1.1.0\n', 'nothing to do\n']);
  reader.outputs = [installed];
}

/** Runs a device that reconnects, until it is connected. */
async function connect(reader: Reader, fence: Fence, page: GuidePage): Promise<void> {
  await reader.save(fence);
  const job = await reader.shell.start(runLine(page, fence.label) ?? '');
  try {
    await expect.poll(() => job.output(), { timeout: 30_000 }).toContain('connected');
  } finally {
    await job.stop();
  }
}

/** Custom tests for some fences. */
export const special: readonly Special[] = [
  { page: ota, label: 'python3 ota.py', act: update },
  {
    page: ota,
    label: '{',
    act: (reader, fence) => {
      reader.outputs = [JSON.stringify(offered)];
      Object.assign(reader.ids, idsIn(offered.data as JsonResponse));
      reader.compareResponse(fence);
      return Promise.resolve();
    },
  },
  {
    page: 'features/commands/commands-intro.mdx',
    label: 'mosquitto_rr',
    act: runAlone,
  },
  { page: 'features/heartbeat.mdx', label: 'heartbeat.py', act: beat },
  { page: 'essentials/hardware-checklist.mdx', label: 'backoff.', act: connect },
  {
    // tests/dashboard.e2e.ts opens it in a browser.
    page: 'features/access-tokens/index.mdx',
    label: 'dashboard.html',
    act: (reader, fence) => reader.save(fence),
  },
  {
    page: 'essentials/hardware-checklist.mdx',
    label: 'const { createHash }',
    act: runAs('node program.cjs'),
  },
  {
    page: 'essentials/hardware-checklist.mdx',
    label: 'openssl s_client',
    act: async (reader, fence) => {
      const { code, stdout } = await reader.shell.run(reader.textOf(fence));
      expect(stdout).toContain('Verify return code: 0 (ok)');
      expect(code).toBe(0);
    },
  },
  {
    page: 'essentials/concepts.mdx',
    label: '{',
    act: async (reader, { text }) => {
      const energy = { name: 'Energy', variable: 'energy', type: 'float' };
      await reader.request('platform', '/variables/create', energy);
      const response = await reader.request(
        'device',
        '/submitData',
        JSON.parse(text) as JsonResponse,
      );
      expect(response).toMatchObject({ success: true });
    },
  },
];

/** Fences that are not run, with reasons. */
export const notRun: readonly NotRun[] = [
  ...listed(ota, reasons.board, ['main/main.c']),
  ...listed(ota, reasons.espIdf, [
    'CMakeLists.txt',
    'sdkconfig.defaults',
    'credentials.csv',
    'At the factory',
  ]),
  ...listed('features/heartbeat.mdx', reasons.board, ['esp32.ino']),
  ...listed('features/heartbeat.mdx', reasons.exercise, ['buffer.diff']),
  ...listed('features/commands/commands-intro.mdx', reasons.exercise, ['blink.diff']),
  ...listed('features/valuestore/valuestore-intro.mdx', reasons.exercise, ['maximum.diff']),
  ...listed(ota, reasons.exercise, ['skip.diff']),
  ...listed('features/access-tokens/authentication.mdx', 'a formula', ['signature = hex']),
  ...listed('features/access-tokens/authentication.mdx', 'part of a page of the reader', [
    'import { call }',
    'refresh.mjs',
  ]),
  ...listed('features/events/index.mdx', reasons.rules, ['Message']),
  ...listed('features/events/rule-pattern.mdx', reasons.rules, ['']),
  ...listed('device/mqtt-endpoints.mdx', reasons.board, ['main.py', 'config.py', 'mpremote mip']),
  ...listed('device/mqtt-endpoints.mdx', reasons.network, ['python3 -m venv', 'python3 -m pip']),
  ...listed('device/index.mdx', 'the sandbox has no HTTPS', ['DEVICE_HOST=$(cut']),
  ...listed('essentials/architecture.mdx', 'an excerpt: tests/examples runs the programs', [
    '{',
    'stream.mts',
    'stream.py',
  ]),
  ...listed('essentials/architecture.mdx', reasons.network, ['npm install ws', 'python3 -m venv']),
  ...listed('essentials/hardware-checklist.mdx', reasons.board, [
    'esp32.ino',
    'esp32_buffer.ino',
    'esp32_sleep.ino',
  ]),
  ...listed('essentials/hardware-checklist.mdx', 'starts the server of this site', [
    'HOST=0.0.0.0',
  ]),
  ...listed('changelog.mdx', reasons.network, ['']),
];
