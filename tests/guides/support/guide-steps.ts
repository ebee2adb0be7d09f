import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { Answer } from './guide-sandbox.ts';
import type { Fence } from './fences.ts';
import { listed, reasons } from './not-run.ts';
import type { Reader } from './reader.ts';
import type { NotRun, Special } from './walk.ts';

/** Saves a program that the page gives no name, and runs it. @param line such as `python3 program.py` */
const runAs =
  (line: string): Special['act'] =>
  async (reader, fence) => {
    const name = line.split(' ').at(-1) ?? '';
    await writeFile(path.join(reader.shell.folder, name), `${reader.textOf(fence)}\n`);
    await reader.execute(fence, line);
  };

/** Runs a program that goes on until its first heartbeat is answered. */
async function beat(reader: Reader, fence: Fence): Promise<void> {
  await reader.save(fence);
  const job = await reader.shell.start('python3 heartbeat.py');
  try {
    await expect.poll(() => job.output(), { timeout: 30_000 }).toContain('"success":true');
  } finally {
    await job.stop();
  }
}

/** Asks for the next command while one waits, as the page shows it, and no more. */
async function runAlone(reader: Reader, fence: Fence): Promise<void> {
  const { nodeId = '' } = reader.ids;
  const send = { nodeid: nodeId, command: 'set-led', data: 'on', type: 'string' };
  let next = await reader.call('device', '/commands/next', {});
  while (next.available === true) {
    const report = {
      commandId: next.commandId ?? '',
      status: 'success',
      ackdata: '',
      ackdatatype: 'string',
    };
    await reader.call('device', '/commands/updateStatus', report);
    next = await reader.call('device', '/commands/next', {});
  }
  const expiry = Date.now() + 3_600_000;
  const sent = await reader.call('platform', '/commands/send', { ...send, expiry });
  reader.ids.commandId = sent.commandId as string;
  await reader.run(fence);
}

const ota = 'features/ota/ota-hardware.mdx';
let offered: Answer = {};

/** Updates are offered and installed, one for each deployment that the pages before have made; after that there is none. */
async function update(reader: Reader, fence: Fence): Promise<void> {
  offered = await reader.call('device', '/ota/next', { reqId: 'req-0009' });
  for (const _ of ['of the fence', 'of the stages']) {
    const { stdout } = await reader.run(fence);
    expect(stdout).toBe('install main-firmware 1.2.0\n');
  }
  await reader.run(fence);
}

/** What is done with some fences in place of the usual. */
export const special: readonly Special[] = [
  { page: ota, label: 'python3 ota.py', act: update },
  {
    page: ota,
    label: '{',
    act: (reader, fence) => {
      reader.outputs = [JSON.stringify(offered)];
      reader.compareAnswer(fence);
      return Promise.resolve();
    },
  },
  {
    page: 'features/commands/commands-intro.mdx',
    label: 'mosquitto_rr',
    act: runAlone,
  },
  { page: 'features/heartbeat.mdx', label: 'heartbeat.py', act: beat },
  { page: 'features/logs.mdx', label: 'import json', act: runAs('python3 program.py') },
  { page: 'device/mqtt-endpoints.mdx', label: 'import os', act: runAs('python3 program.py') },
  {
    page: 'essentials/hardware-checklist.mdx',
    label: 'const { createHash }',
    act: runAs('node program.cjs'),
  },
  {
    page: 'essentials/hardware-checklist.mdx',
    label: 'openssl s_client',
    act: async (reader, fence) => {
      const { code, stderr } = await reader.shell.run(reader.textOf(fence));
      expect(stderr).toContain('Verification: OK');
      expect(code).toBe(0);
    },
  },
  {
    page: 'features/events/webhookaction.mdx',
    label: 'curl -sS -X POST',
    act: async (reader, fence) => {
      const namespace = { scope: 'node', id: reader.ids.nodeId ?? '' };
      const value = { namespace, key: 'door-state', value: 'open', type: 'string' };
      await reader.call('platform', '/valuestore/setValue', value);
      await reader.run(fence);
    },
  },
  {
    page: 'essentials/concepts.mdx',
    label: '{',
    act: async (reader, { text }) => {
      const energy = { name: 'Energy', variable: 'energy', type: 'float' };
      await reader.call('platform', '/variables/create', energy);
      const answer = await reader.call('device', '/submitData', JSON.parse(text) as Answer);
      expect(answer).toMatchObject({ success: true });
    },
  },
];

/** What is not run, and why. */
export const notRun: readonly NotRun[] = [
  ...listed(ota, reasons.board, ['main/main.c']),
  ...listed(ota, reasons.espIdf, ['CMakeLists.txt']),
  ...listed('features/heartbeat.mdx', reasons.board, ['esp32.ino']),
  ...listed('device/index.mdx', reasons.board, [
    'esp32.ino',
    'config.py',
    'pico_time.py',
    'mpremote',
  ]),
  ...listed('features/access-tokens/authentication.mdx', 'a formula', ['signature = hex']),
  ...listed('features/access-tokens/authentication.mdx', 'part of a page of the reader', [
    'import { call }',
  ]),
  ...listed('features/events/index.mdx', reasons.events, ['']),
  ...listed('features/events/rule-pattern.mdx', reasons.events, ['']),
  ...listed('device/mqtt-endpoints.mdx', reasons.network, ['python3 -m pip', 'import glob']),
  ...listed('device/mqtt-endpoints.mdx', reasons.network, ['python3 root_ca.py']),
  ...listed('essentials/architecture.mdx', reasons.events, [
    'curl -sS -X POST "${ANEDYA_API_URL:-https://api.anedya.io/v1}/streams/create"',
  ]),
  ...listed('changelog.mdx', reasons.network, ['']),
];
