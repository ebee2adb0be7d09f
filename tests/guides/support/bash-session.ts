import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** How a script ended and what it wrote. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that the shell has started and does not wait for. */
export interface Job {
  /** What it has written so far, on both outputs. */
  readonly output: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Seconds that one script may take. */
const patience = 60;

/** Ends a program with those it started. @param leader of their process group */
function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of them have ended already.
  }
}

/** One bash that a reader keeps open: what a script sets is there for the next one. */
export class BashSession {
  private count = 0;
  private waiting: ((line: string | undefined) => void) | undefined;
  private isOpen = true;
  private readonly jobs = new Set<number>();
  private readonly closed: Promise<void>;

  private constructor(
    readonly folder: string,
    private readonly shell: ChildProcessByStdio<Writable, Readable, null>,
  ) {
    const lines = createInterface({ input: shell.stdout });
    lines.on('line', (line) => this.waiting?.(line));
    this.closed = once(lines, 'close').then(() => {
      this.isOpen = false;
      this.waiting?.(undefined);
    });
  }

  /**
   * @param folder where the shell works; its own files lie in a folder below
   * @param env the whole environment
   */
  static async open(folder: string, env: NodeJS.ProcessEnv): Promise<BashSession> {
    await mkdir(path.join(folder, '.session'));
    const shell = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    return new BashSession(folder, shell);
  }

  /** Has the shell do one line. @returns what `result` is then: the exit code unless named */
  private async perform(line: string, result = '$?'): Promise<number> {
    if (!this.isOpen) throw new Error('the shell has ended');
    const timer = setTimeout(() => {
      endGroup(this.shell.pid);
    }, patience * 1000);
    const output = new Promise<string | undefined>((resolve) => (this.waiting = resolve));
    this.shell.stdin.write(`${line}\necho ${result}\n`);
    const text = await output;
    clearTimeout(timer);
    if (text === undefined) throw new Error(`a script ended the shell, or took over ${patience} s`);
    return Number(text);
  }

  private file(name: string): string {
    return path.join(this.folder, '.session', name);
  }

  /** Runs a script in the shell itself. @param typed what its reader types while it runs */
  async run(script: string, typed = ''): Promise<Ran> {
    this.count += 1;
    const [source, input, out, error] = ['sh', 'in', 'out', 'err'].map((ending) =>
      this.file(`${this.count}.${ending}`),
    ) as [string, string, string, string];
    await writeFile(source, `${script}\n`);
    await writeFile(input, typed);
    const code = await this.perform(`. '${source}' <'${input}' >'${out}' 2>'${error}'`);
    return { code, stdout: await readFile(out, 'utf8'), stderr: await readFile(error, 'utf8') };
  }

  /** Starts a script in a separate process with the shell's variables. */
  async start(script: string): Promise<Job> {
    this.count += 1;
    const [source, out] = [this.file(`${this.count}.sh`), this.file(`${this.count}.out`)];
    await writeFile(source, `${script}\n`);
    // A separate process group, so that everything it starts ends with it.
    const line = `set -m; . '${source}' </dev/null >'${out}' 2>&1 & set +m`;
    const pid = await this.perform(line, '$!');
    this.jobs.add(pid);
    return {
      output: () => readFile(out, 'utf8'),
      stop: async () => {
        endGroup(pid);
        this.jobs.delete(pid);
        if (this.isOpen) await this.perform(`wait ${pid} 2>/dev/null; disown -a`);
      },
    };
  }

  /** Ends the shell with all that it has started. */
  async close(): Promise<void> {
    for (const pid of this.jobs) endGroup(pid);
    endGroup(this.shell.pid);
    await this.closed;
  }
}
