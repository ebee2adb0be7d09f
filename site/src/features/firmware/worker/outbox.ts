import { type FromWorker, limits } from '../protocol';

/** Frames of the code that starts `main.py`. A board's tracebacks do not have them. */
const ownFrame = /^ {2}File "(?:<stdin>|_boot\.py)", /;

interface OutboxDeps {
  readonly post: (message: FromWorker) => void;
  /** Milliseconds. */
  readonly now: () => number;
  readonly setTimeout: (action: () => void, milliseconds: number) => unknown;
}

/**
 * Collects serial output and outputs of pins, and posts them a few times a second. A program that prints or switches without
 * end can therefore fill neither the memory of the worker nor the message queue of the page.
 */
export class Outbox {
  private lines: string[] = [];
  private characters = 0;
  private omitted = 0;
  private partial = '';
  private hasOutput = false;
  private duties = new Map<number, number>();
  private postedAt = -Infinity;
  private isScheduled = false;
  private readonly decoder = new TextDecoder();

  constructor(private readonly deps: OutboxDeps) {}

  /** Writes bytes of the serial output. */
  write(bytes: Uint8Array): void {
    this.print(this.decoder.decode(bytes, { stream: true }));
  }

  print(text: string): void {
    const [first = '', ...rest] = text.split('\n');
    this.extend(first);
    for (const part of rest) {
      this.endLine();
      this.extend(part);
    }
    this.hasOutput = true;
    this.postSoon();
  }

  setDuty(pin: number, duty: number): void {
    this.duties.set(pin, duty);
    this.postSoon();
  }

  /** Posts everything now, as before the program blocks. */
  flush(): void {
    this.postedAt = this.deps.now();
    if (this.hasOutput) {
      const { lines, omitted, partial } = this;
      this.deps.post({ kind: 'output', lines, omitted, partial });
      this.lines = [];
      this.characters = 0;
      this.omitted = 0;
      this.hasOutput = false;
    }
    if (this.duties.size > 0) {
      this.deps.post({ kind: 'outputs', duties: Object.fromEntries(this.duties) });
      this.duties = new Map();
    }
  }

  private extend(text: string): void {
    if (this.partial.length <= limits.line) {
      const line = this.partial + text.replaceAll('\r', '');
      this.partial = line.length > limits.line ? `${line.slice(0, limits.line)}…` : line;
    }
  }

  private endLine(): void {
    const line = this.partial;
    this.partial = '';
    if (ownFrame.test(line)) return;
    const isFull =
      this.lines.length >= limits.batchLines || this.characters > limits.batchCharacters;
    if (isFull) {
      // The newest line of a flood is the one to see.
      this.omitted += 1;
      this.characters -= this.lines.pop()?.length ?? 0;
    }
    this.lines.push(line);
    this.characters += line.length;
  }

  private postSoon(): void {
    const missing = this.postedAt + limits.batchTime - this.deps.now();
    if (missing <= 0) {
      this.flush();
    } else if (!this.isScheduled) {
      this.isScheduled = true;
      this.deps.setTimeout(() => {
        this.isScheduled = false;
        this.flush();
      }, missing);
    }
  }
}
