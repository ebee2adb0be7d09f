import { spawn } from 'node:child_process';
import { limit } from './limit.ts';

/** How to start a program. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The complete environment: nothing is inherited. */
  readonly env: NodeJS.ProcessEnv;
}

/** Result and output of a program. */
export interface Outcome {
  /** Undefined when a signal ended it or it could not be started. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Why there is no exit code. */
  readonly problem: string | undefined;
}

const atMostTwo = limit(2);

/** Kills a program and the programs that it started: they share a process group. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
}

function start(command: Command, seconds: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const { file, args, cwd, env } = command;
    const child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let problem: string | undefined;
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    const timer = setTimeout(() => {
      problem = `still running after ${seconds} s`;
      endGroup(child.pid);
    }, seconds * 1000);
    child.on('error', (error) => (problem = error.message));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      // Background processes of a shell script must not outlive it.
      endGroup(child.pid);
      if (signal !== null) problem ??= `ended by ${signal}`;
      resolve({
        code: problem === undefined ? (code ?? undefined) : undefined,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
        problem,
      });
    });
  });
}

/**
 * Runs a program to its end, at most two at the same time.
 * @param seconds timeout after which the program and all programs that it started are killed
 */
export function runProgram(command: Command, seconds = 60): Promise<Outcome> {
  return atMostTwo(() => start(command, seconds));
}
