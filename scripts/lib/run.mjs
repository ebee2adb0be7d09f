import { spawn } from 'node:child_process';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

/** Absolute path of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Running programs. @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
let isStopping = false;

/** Forwards a signal to the running programs. The terminal itself sends SIGINT to them. @param {NodeJS.Signals} signal */
function stop(signal) {
  isStopping = true;
  if (signal !== 'SIGINT') for (const child of children) child.kill(signal);
}

// npm starts a script in a shell, which does not forward signals: the script would outlive an `npm start` ended by one.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

process.on('exit', () => {
  for (const child of children) child.kill();
});

/**
 * Starts a program that ends with this process. A signal ends this process only after the program, which may have to clean up.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function start(command, args, options) {
  const child = spawn(command, args, options);
  if (children.size === 0) for (const signal of signals) process.on(signal, stop);
  children.add(child);
  child.on('close', (code) => {
    children.delete(child);
    if (children.size > 0) return;
    for (const signal of signals) process.off(signal, stop);
    // The remaining steps of the script do not run, so it is not successful.
    if (isStopping) process.exit(Math.max(1, code ?? 1));
  });
  return child;
}

/**
 * Runs a program and shows its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: 'inherit',
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program that came with an npm package.
 * @param {string} name name in `node_modules/.bin`
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function runTool(name, args, options = {}) {
  return run(path.join(root, 'node_modules/.bin', name), args, options);
}

/**
 * Runs a program that came with an npm package and collects what it prints, so that several can run at the same time.
 * @param {string} name name in `node_modules/.bin`
 * @param {readonly string[]} args
 * @returns {Promise<{ exitCode: number, output: string }>} `exitCode` is 1 when a signal ended it; `output` is standard output and standard error, in order
 */
export function runToolQuietly(name, args) {
  return new Promise((resolve, reject) => {
    const child = start(path.join(root, 'node_modules/.bin', name), args, {
      cwd: root,
      env: process.stdout.isTTY ? { FORCE_COLOR: '1', ...process.env } : process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (output += text));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output }));
  });
}
