import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, vi } from 'vitest';
import { post, startGuideSandbox, type GuideSandbox } from '../guides/support/guide-sandbox.ts';
import type { Command } from '../samples/support/run-program.ts';
import { root } from '../samples/support/folders.ts';
import { sourceOf } from './support/examples.ts';
import { commandOf, environment } from './support/run-example.ts';
import { startExample } from './support/start-example.ts';
import { testWith, toolOf } from './support/tools.ts';

// The sandbox checks every ten seconds whether a token has expired.
vi.setConfig({ testTimeout: 90_000 });

/** Seconds: the lifetime of a token in the programs, and how far the clock of the sandbox is behind at first. */
const lifetime = 900;
const behind = 600;

let sandbox: GuideSandbox;
beforeEach(async () => {
  sandbox = await startGuideSandbox(-behind * 1000);
});
afterEach(() => sandbox.close());

type Given = Readonly<Record<string, string>>;

async function typeScript(given: Given): Promise<Command> {
  // A folder that finds the packages, and whose package.json does not name the kind of its modules, like a reader's.
  const cwd = path.join(root, 'node_modules/.cache/examples', randomUUID());
  await mkdir(cwd, { recursive: true });
  onTestFinished(() => rm(cwd, { recursive: true }));
  await writeFile(path.join(cwd, 'package.json'), '{}');
  await writeFile(path.join(cwd, 'stream.mts'), sourceOf('streams/stream.mts'));
  return { file: 'node', args: ['--import', 'tsx', 'stream.mts'], cwd, env: environment(given) };
}

const python = (given: Given) => Promise.resolve(commandOf('streams/stream.py', given));

describe.each([
  { file: 'streams/stream.mts', command: typeScript },
  { file: 'streams/stream.py', command: python },
])('$file', ({ file, command }) => {
  testWith(toolOf(file))(
    'prints values and changes, and connects again when its token has expired',
    async () => {
      const project = await sandbox.createProject();
      const { platformUrl, deviceUrl, apiKey } = project;
      const [{ nodeId, connectionKey }] = project.nodes;
      const running = startExample(
        await command({
          ANEDYA_API_URL: platformUrl,
          ANEDYA_API_KEY: apiKey,
          ANEDYA_NODE_ID: nodeId,
        }),
      );
      onTestFinished(running.stop);
      const outputHas = (pattern: RegExp, timeout = 20_000) =>
        expect.poll(running.output, { timeout }).toMatch(pattern);
      const asDevice = { 'Auth-mode': 'key', Authorization: connectionKey };
      const submit = (value: number) =>
        post(
          `${deviceUrl}/submitData`,
          { data: [{ variable: 'temperature', value, timestamp: 1767225600000 }] },
          asDevice,
        );

      await outputHas(/^connected$/m);
      await submit(31.5);
      await outputHas(new RegExp(`^${nodeId} temperature: 31.5 at 2026-01-01T00:00:00`, 'm'));
      const change = { key: 'mode', value: 'eco', type: 'string' };
      await post(`${deviceUrl}/valuestore/setValue`, change, asDevice);
      await outputHas(new RegExp(`^${nodeId} mode = "?eco"?$`, 'm'));

      // Signatures are accepted while the clocks differ by less than 15 minutes.
      sandbox.advance((lifetime + 1) * 1000);
      await outputHas(/^closed with 1008$/m);
      await outputHas(/connected[\s\S]*connected/);
      await submit(32.5);
      await outputHas(/temperature: 32\.5 /);
    },
  );
});
