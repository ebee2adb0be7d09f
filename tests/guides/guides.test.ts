import { describe, expect, test, vi } from 'vitest';
import { guidesWithFences, readGuide } from './support/fences.ts';
import { notRun, special } from './support/guide-steps.ts';
import type { Reader } from './support/reader.ts';
import { fromPage, fromTerminal, type SetUp } from './support/setup.ts';
import { describeWalks } from './support/walks.ts';
import type { Walk } from './support/walk.ts';

// Runs the programs of the guides to their end.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** Ids on pages that no step creates: those of the sample data. */
function settle(reader: Reader): Promise<void> {
  const { examples } = reader.project;
  Object.assign(reader.ids, {
    deploymentId: examples['deployment id'],
    commandId: examples['command id'],
  });
  return Promise.resolve();
}

/** Pages that one reader follows in order. */
const journeys: readonly (readonly string[])[] = [
  ['whatisanedya.mdx', 'anedya-overview.mdx', 'features/index.mdx'],
  ['features/ota/ota-anedya.mdx', 'features/ota/index.mdx', 'features/ota/ota-hardware.mdx'],
  ['features/valuestore/valuestore-intro.mdx'],
  [
    'features/access-tokens/authentication.mdx',
    'features/access-tokens/index.mdx',
    'features/access-tokens/accesspolicy.mdx',
    'features/access-tokens/accesscontrol.mdx',
  ],
  ['features/heartbeat.mdx'],
  [
    'features/events/index.mdx',
    'features/events/rule-pattern.mdx',
    'features/events/webhookaction.mdx',
  ],
  ['features/logs.mdx'],
  ['features/commands/commands-intro.mdx'],
  ['device/mqtt-endpoints.mdx'],
  ['device/index.mdx'],
  ['essentials/hardware-checklist.mdx', 'essentials/architecture.mdx', 'essentials/concepts.mdx'],
  ['changelog.mdx'],
];

const walksFrom = (setUp: SetUp) =>
  journeys.map((names): Walk => {
    const pages = names.map(readGuide);
    return { name: names.join(', '), pages, notRun, special, prepare: settle, setUp };
  });

describe('in the sandbox project of the page', () => describeWalks(walksFrom(fromPage)));
describe('in a terminal only', () => describeWalks(walksFrom(fromTerminal)));

test('every page with a fence is followed here or in Getting started', () => {
  const followed = new Set(journeys.flat());
  const own = guidesWithFences().filter((page) => !page.startsWith('getting-started/'));
  expect(own.filter((page) => !followed.has(page))).toEqual([]);
});
