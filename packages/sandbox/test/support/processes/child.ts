import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';

type Stop = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

/** A program that runs beside the test, and what it prints. */
export class Child {
  /** Lines of both outputs, as they came. */
  readonly lines: string[] = [];
  /** Resolved with the exit code, or with the signal that ended it. */
  readonly ended: Promise<number | string>;
  private readonly process: ChildProcess;
  private readonly watchers = new Set<() => void>();
  private end: number | string | undefined;

  /** @param options with `stdio: 'pipe'`, the program has input: `write` */
  constructor(command: string, args: readonly string[], options: SpawnOptions = {}) {
    const input = options.stdio === 'pipe' ? 'pipe' : 'ignore';
    this.process = spawn(command, args, { ...options, stdio: [input, 'pipe', 'pipe'] });
    for (const output of [this.process.stdout, this.process.stderr]) {
      if (output) createInterface({ input: output }).on('line', (line) => this.add(line));
    }
    this.ended = new Promise((resolve) => {
      // A run of the tests that is broken off leaves nothing behind that runs.
      const abandon = () => this.process.kill('SIGKILL');
      process.once('exit', abandon);
      const finish = (end: number | string) => {
        process.off('exit', abandon);
        this.end = end;
        this.notify();
        resolve(end);
      };
      this.process.once('error', ({ message }) => finish(message));
      this.process.once('close', (code, signal) => finish(signal ?? code ?? 0));
    });
  }

  get pid(): number {
    if (this.process.pid === undefined) throw new Error('the program was not started');
    return this.process.pid;
  }

  get isRunning(): boolean {
    return this.end === undefined;
  }

  /**
   * The first line that fits, printed already or to come.
   * @throws Error with what was printed when the program ends before
   */
  async line(fits: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      for (const line of this.lines) {
        const match = fits.exec(line);
        if (match) return match;
      }
      if (this.end !== undefined) {
        throw new Error(`ended with ${this.end} before ${String(fits)}:\n${this.lines.join('\n')}`);
      }
      await new Promise<void>((resolve) => this.watchers.add(resolve));
    }
  }

  /** Writes a line of input. */
  write(line: string): void {
    this.process.stdin?.write(`${line}\n`);
  }

  /** Sends a signal, and waits for the end. */
  async stop(signal: Stop = 'SIGTERM'): Promise<number | string> {
    if (this.isRunning) this.process.kill(signal);
    return this.ended;
  }

  private add(line: string): void {
    this.lines.push(line);
    this.notify();
  }

  private notify(): void {
    const waiting = [...this.watchers];
    this.watchers.clear();
    for (const resolve of waiting) resolve();
  }
}
