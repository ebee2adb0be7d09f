import { spawn } from 'node:child_process';
import type { Command } from '../../samples/support/run-program.ts';

/** A program that runs until it is stopped. */
export interface Running {
  /** Rejects when the program ends on its own, with its whole output. Never resolves. */
  readonly ended: Promise<never>;
  /** Its output so far, on standard output and standard error. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts a program that runs until it is stopped. */
export function startExample({ file, args, cwd, env }: Command): Running {
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const text = () => Buffer.concat(output).toString('utf8');
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const ended = new Promise<never>((_, reject) => {
    child.on('error', reject);
    child.on('close', () => reject(new Error(`ended:\n${text()}`)));
  });
  // The caller that stops it does not wait for this.
  ended.catch(() => undefined);
  return {
    ended,
    output: text,
    stop: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Runs a program until an external condition is met, then stops it. */
export async function runUntil<T>(command: Command, happens: Promise<T>): Promise<T> {
  const running = startExample(command);
  try {
    return await Promise.race([happens, running.ended]);
  } finally {
    await running.stop();
  }
}
