import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startGuideSandbox } from '../guides/support/guide-sandbox.ts';
import { factsOf, planText, resultText, summaryText } from './report.ts';
import type { Target } from './request.ts';
import { readSettings, type Settings } from './settings.ts';
import { skipped } from './steps.ts';
import { runSuite } from './suite.ts';
import { World } from './world.ts';

// `npm run conformance`: compares the sandbox, or a real account, with the documents and with a sandbox.

function settings(): Settings {
  try {
    return readSettings(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error('There is no terminal to ask on: add --yes to start.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const reply = await terminal.question('Start? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(reply.trim());
}

const { account, yes } = settings();
const world = new World(Date.now);
const where = account
  ? `${account.addresses.platform} and ${account.addresses.device}`
  : 'a sandbox of this machine';
console.log(planText(where, world));
if (account && !yes && !(await isConfirmed())) process.exit(2);

// The first Ctrl+C removes what was created; the second one ends the process.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    console.log('Stopping: removing what was created…');
    stop.abort();
  });
}

const sandbox = await startGuideSandbox();
const project = async (): Promise<Target> => {
  const { apiKey, platformUrl, deviceUrl } = await sandbox.createProject();
  return { apiKey, addresses: { platform: platformUrl, device: deviceUrl } };
};
const result = await runSuite({
  target: account ?? (await project()),
  sandbox: await project(),
  world,
  signal: stop.signal,
  wait: () => delay(1000),
  onResult: (step) => console.log(resultText(step)),
});
await sandbox.close();

// The sandbox says nothing about the platform.
const facts = account ? factsOf(result) : [];
const folder = path.resolve('conformance-results');
const file = path.join(folder, 'results.json');
await mkdir(folder, { recursive: true });
await writeFile(file, `${JSON.stringify({ target: where, ...result, skipped, facts }, null, 2)}\n`);
console.log(`\n${summaryText(result, facts)}\nWritten to ${file}`);
const isSame = result.results.every(
  ({ differences, problem }) => differences.length === 0 && problem === undefined,
);
process.exit(isSame && result.remaining.length === 0 && !result.isInterrupted ? 0 : 1);
