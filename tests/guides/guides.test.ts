import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { guidesWithFences, readGuide } from './support/fences.ts';
import { notRun, special } from './support/guide-steps.ts';
import type { Reader } from './support/reader.ts';
import { describeWalks } from './support/walks.ts';
import type { Walk } from './support/walk.ts';

/** What readers have of Getting started: a node with a device, keys in the shell, and what else a project comes with. */
async function settle(reader: Reader): Promise<void> {
  const { nodes, examples, apiKey } = reader.project;
  const [demo, spare] = nodes;
  Object.assign(reader.ids, {
    nodeId: demo.nodeId,
    deviceId: demo.deviceId,
    secondNodeId: spare.nodeId,
    spareNodeId: spare.nodeId,
    commandId: examples['command id'],
    assetId: examples['asset id'],
    deploymentId: examples['deployment id'],
    tokenId: examples['token id'],
  });
  reader.secrets.ANEDYA_CONNECTION_KEY = demo.connectionKey;
  reader.secrets.ANEDYA_TOKEN_SECRET = examples['token secret'] ?? '';
  await reader.shell.run(
    `export ANEDYA_API_KEY=${apiKey} ANEDYA_CONNECTION_KEY=${demo.connectionKey}
export ANEDYA_DEVICE_ID=${demo.deviceId} ANEDYA_CA_FILE=anedya-root-ca-3.pem`,
  );
  await writeFile(path.join(reader.shell.folder, 'firmware.bin'), 'firmware');
}

/** Pages that one reader follows one after the other. */
const journeys: readonly (readonly string[])[] = [
  ['whatisanedya.mdx', 'anedya-overview.mdx', 'features/index.mdx'],
  ['features/ota/ota-anedya.mdx', 'features/ota/index.mdx', 'features/ota/ota-hardware.mdx'],
  ['features/valuestore/valuestore-intro.mdx'],
  [
    ...['features/access-tokens/authentication.mdx', 'features/access-tokens/index.mdx'],
    ...['features/access-tokens/accesspolicy.mdx', 'features/access-tokens/accesscontrol.mdx'],
  ],
  ['features/heartbeat.mdx'],
  [
    ...['features/events/index.mdx', 'features/events/rule-pattern.mdx'],
    ...['features/events/webhookaction.mdx'],
  ],
  ['features/logs.mdx'],
  ['features/commands/commands-intro.mdx'],
  ['device/mqtt-endpoints.mdx'],
  ['device/index.mdx'],
  ['essentials/hardware-checklist.mdx', 'essentials/architecture.mdx', 'essentials/concepts.mdx'],
  ['changelog.mdx'],
];

const walks = journeys.map((pages): Walk => {
  return { name: pages.join(', '), pages: pages.map(readGuide), notRun, special, prepare: settle };
});

describeWalks(walks);

test('every page with a fence is followed here or in Getting started', () => {
  const followed = new Set(journeys.flat());
  const own = guidesWithFences().filter((page) => !page.startsWith('getting-started/'));
  expect(own.filter((page) => !followed.has(page))).toEqual([]);
});
