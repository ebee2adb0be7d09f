import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

const module = JSON.stringify(path.resolve(import.meta.dirname, '../lib/run.mjs'));

/** A program that cleans up before a signal ends it. */
const child = (code: number) => `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => setTimeout(() => {
      process.stdout.write('cleaned up after ' + signal);
      process.exit(${code});
    }, 50));
  }
  setTimeout(() => process.exit(8), 20_000);
  process.stdout.write('ready ');
`;

/** Starts a script that runs the program, like npm if `isNpm`. Resolves when the program is ready. */
async function startScript(rest = '', code = 7, isNpm = false) {
  const source = `
    import { run } from ${module};
    const code = run(process.execPath, ['-e', ${JSON.stringify(child(code))}]);
    ${rest}
    process.exitCode = await code;
    process.stdout.write(', next step');
  `;
  const node = [process.execPath, '--input-type=module', '-e', source];
  // The last command is `exit`: a shell becomes its last command.
  const [command = '', ...args] = isNpm ? ['sh', '-c', '"$0" "$@"; exit', ...node] : node;
  const script = spawn(command, args, {
    // A process group, like that of a command in a terminal.
    detached: true,
    env: { ...process.env, npm_lifecycle_event: isNpm ? 'start' : undefined },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(script, 'exit') as Promise<[code: number | null, signal: string | null]>;
  await once(script.stdout, 'readable');
  // Ends when both processes have.
  const output = text(script.stdout);
  return { script, ended: async () => ({ output: await output, code: (await exit)[0] }) };
}

it.each(['SIGTERM', 'SIGHUP'] as const)('forwards %s to the program', async (signal) => {
  const { script, ended } = await startScript();
  script.kill(signal);
  expect(await ended()).toEqual({ output: `ready cleaned up after ${signal}`, code: 7 });
});

it('is not successful after a signal, even if the program is', async () => {
  const { script, ended } = await startScript('', 0);
  script.kill('SIGTERM');
  expect(await ended()).toEqual({ output: 'ready cleaned up after SIGTERM', code: 1 });
});

it('lets the program clean up after Ctrl+C in the terminal', async () => {
  const { script, ended } = await startScript();
  process.kill(-(script.pid ?? NaN), 'SIGINT');
  expect(await ended()).toEqual({ output: 'ready cleaned up after SIGINT', code: 7 });
});

it('ends the program when the shell of npm ends', async () => {
  const { script, ended } = await startScript('', 7, true);
  script.kill('SIGTERM');
  expect(await ended()).toEqual({ output: 'ready cleaned up after SIGTERM', code: null });
});

it('ends the program when the script ends', async () => {
  const { script, ended } = await startScript("process.stdin.once('data', () => process.exit(5));");
  script.stdin.write('end');
  expect(await ended()).toEqual({ output: 'ready cleaned up after SIGTERM', code: 5 });
});

it('reports a program that does not exist', async () => {
  const { run } = await import('../lib/run.mjs');
  await expect(run('no-such-program', [])).rejects.toThrow('ENOENT');
  // Otherwise the script could no longer be interrupted.
  expect(process.listeners('SIGHUP')).toEqual([]);
});
