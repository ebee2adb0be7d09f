import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Project } from './project.ts';

/** A program that an agent wrote. `bash` programs may use curl and jq-free text tools; Node.js ones the package `mqtt`. */
export interface Program {
  readonly language: 'nodejs' | 'bash';
  readonly source: string;
}

export const nodejs = (source: string): Program => ({ language: 'nodejs', source });
export const bash = (source: string): Program => ({ language: 'bash', source });

/** What an agent reports at the end of a task. */
export interface Outcome {
  /** `impossible`: the platform cannot do what the task asks for. */
  readonly status: 'done' | 'impossible';
  /** The figure, text or credential that the task asks for; JSON if it is an object. */
  readonly value?: string;
  readonly program?: Program;
}

/** Acts on the project as an agent would, and returns what the agent would report. */
export type Solution<Given> = (project: Project, given: Given) => Promise<Outcome> | Outcome;

/** A task for an agent, and a check of what is true afterward. */
export interface Task<Given = unknown> {
  readonly id: string;
  readonly theme: string;
  /** Brings a new project into the state that the task starts from. @returns what the goal names */
  readonly prepare: (project: Project) => Promise<Given>;
  /** The task as a user would state it. */
  readonly goal: (given: Given) => string;
  /**
   * Checks the state of the project, the behavior of the program, or a figure that is computed independently.
   * @returns why the task is not solved; undefined if it is
   */
  readonly check: (
    project: Project,
    given: Given,
    outcome: Outcome,
  ) => Promise<string | undefined> | string | undefined;
  /** A solution that the check must accept. */
  readonly accepted: Solution<Given>;
  /** Plausible wrong solutions, which the check must reject. */
  readonly wrong: Readonly<Record<string, Solution<Given>>>;
}

/** Keeps the type of what a task prepares within the task. */
export const task = <Given>(definition: Task<Given>): Task => definition as Task;

export const done = (value?: unknown): Outcome => {
  if (value === undefined) return { status: 'done' };
  return { status: 'done', value: typeof value === 'string' ? value : JSON.stringify(value) };
};

/** @returns undefined if the condition holds, otherwise the reason */
export const unless = (holds: boolean, reason: string): string | undefined =>
  holds ? undefined : reason;

export interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Time for one program, in milliseconds. */
const programTimeout = 30_000;

/** Runs a program in an empty folder, with no environment but its own and `PATH`. */
export async function runProgram(program: Program, env: Record<string, string>): Promise<Finished> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docs-eval-'));
  const [command, file] =
    program.language === 'nodejs' ? [process.execPath, 'main.mjs'] : ['bash', 'main.sh'];
  try {
    await writeFile(path.join(folder, file), program.source);
    await symlink(
      path.resolve(import.meta.dirname, '../../node_modules'),
      path.join(folder, 'node_modules'),
    );
    return await new Promise((resolve) => {
      execFile(
        command,
        [file],
        { cwd: folder, env: { PATH: process.env.PATH, ...env }, timeout: programTimeout },
        (error, stdout, stderr) => {
          const exitCode = error === null ? 0 : Number(error.code ?? 1);
          resolve({ exitCode, stdout, stderr });
        },
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
