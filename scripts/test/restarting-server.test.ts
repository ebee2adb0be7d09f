import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

const module = JSON.stringify(path.resolve(import.meta.dirname, '../lib/restarting-server.mjs'));

/** A server that prints its version, and what it has read, when it starts. It runs until a signal ends it. */
const source = (version: string) => `
  import { readFileSync } from 'node:fs';
  const text: string = readFileSync(process.env.DATA_FILE ?? '', 'utf8');
  console.log('started ${version} with ' + text);
  setInterval(() => undefined, 60_000);
`;

/** Starts the server in a separate script, as `npm run dev` does, and reads what it prints. */
async function startServer() {
  const folder = await mkdtemp(path.join(tmpdir(), 'docs-restart-'));
  const file = (name: string) => path.join(folder, name);
  await mkdir(file('src'));
  await mkdir(file('data'));
  await writeFile(file('data/file.txt'), 'one');
  await writeFile(file('src/main.ts'), source('A'));
  const settings = {
    bundle: { entryPoints: [file('src/main.ts')], outfile: file('out/main.mjs'), platform: 'node' },
    entry: file('out/main.mjs'),
    env: { DATA_FILE: file('data/file.txt') },
    watched: [file('src'), file('data')],
  };
  const script = `
    import { runRestartingServer } from ${module};
    await runRestartingServer({
      ...${JSON.stringify(settings)},
      onRestart: (changes) => console.log('restarted for ' + changes.length),
    });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await exit;
    await rm(folder, { recursive: true });
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  /** Waits for a line with this text. */
  const printed = async (text: string) => {
    for (;;) {
      const { value, done } = (await lines.next()) as IteratorResult<string, undefined>;
      if (done === true) throw new Error(`the server has ended without "${text}"`);
      if (value.includes(text)) return;
    }
  };
  await printed('started A with one');
  return { file, printed };
}

it('starts again when a source or a file that it reads changes', async () => {
  const { file, printed } = await startServer();
  await writeFile(file('src/main.ts'), source('B'));
  await printed('started B with one');
  await writeFile(file('data/file.txt'), 'two');
  await printed('started B with two');
  expect(await readFile(file('out/main.mjs'), 'utf8')).toContain('started B');
});

it('keeps the previous version while a source has an error, and then recovers', async () => {
  const { file, printed } = await startServer();
  await writeFile(file('src/main.ts'), 'this is not TypeScript');
  await printed('The previous version keeps running');
  await writeFile(file('src/main.ts'), source('C'));
  await printed('started C with one');
});

it('ignores generated types', async () => {
  const { file, printed } = await startServer();
  await writeFile(file('src/types.generated.ts'), 'export type A = string;');
  await writeFile(file('src/main.ts'), source('D'));
  await printed('restarted for 1');
});
