import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** Exit code and output of a script. */
export interface ScriptResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that the shell has started in the background. */
export interface Job {
  /** Its output so far, on standard output and standard error. */
  readonly output: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Maximum duration of a script in seconds. */
const patience = 60;

/** Stops a program and the programs that it has started. @param leader leader of their process group */
function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of them have already ended.
  }
}

/** A bash that stays open: variables of one script are available to the next. */
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
   * @param folder working folder of the shell; its own files are in a subfolder
   * @param env the complete environment
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

  /** Runs one line in the shell. @returns the value of `result` afterward, by default the exit code */
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

  /** Runs a script in the shell itself. @param typed input for the script */
  async run(script: string, typed = ''): Promise<ScriptResult> {
    this.count += 1;
    const [source, input, out, error] = ['sh', 'in', 'out', 'err'].map((ending) =>
      this.file(`${this.count}.${ending}`),
    ) as [string, string, string, string];
    await writeFile(source, `${script}\n`);
    await writeFile(input, typed);
    const code = await this.perform(`. '${source}' <'${input}' >'${out}' 2>'${error}'`);
    return { code, stdout: await readFile(out, 'utf8'), stderr: await readFile(error, 'utf8') };
  }

  /** Starts a script in a separate process with the variables of the shell. */
  async start(script: string): Promise<Job> {
    this.count += 1;
    const [source, out] = [this.file(`${this.count}.sh`), this.file(`${this.count}.out`)];
    await writeFile(source, `${script}\n`);
    // A separate process group, so that everything it starts can be stopped with it.
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

  /** Ends the shell and everything that it has started. */
  async close(): Promise<void> {
    for (const pid of this.jobs) endGroup(pid);
    endGroup(this.shell.pid);
    await this.closed;
  }
}
