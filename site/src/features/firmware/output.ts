import type { OutputLine } from './program';

/** Lines that are kept, oldest first. */
export const outputLength = 500;

type NewLine = Omit<OutputLine, 'id'>;

const tracebackStart = 'Traceback (most recent call last):';
const frame = /^ {2}File "main\.py", line (\d+)/;

/** Serial output of the board: text of the program, marked where it is a traceback, and sentences of the page. */
export class OutputLog {
  private lines: readonly OutputLine[] = [];
  private lastId = 0;
  private removed = 0;
  /** Whether the last line can continue. */
  private isOpen = false;
  private isInTraceback = false;

  get all(): readonly OutputLine[] {
    return this.lines;
  }

  /** Adds output of the program. @param partial start of a line that has not ended */
  print(lines: readonly string[], omitted: number, partial: string): void {
    const kept = omitted === 0 ? lines : lines.slice(0, -1);
    for (const line of kept) this.endLine(line);
    if (omitted > 0) {
      this.say(`${omitted} lines left out: the program prints faster than the page shows.`);
      this.endLine(lines.at(-1) ?? '');
    }
    if (partial !== '') this.setOpen({ text: partial, kind: 'output' });
  }

  /** Adds a sentence of the page. */
  say(text: string): void {
    this.isOpen = false;
    this.isInTraceback = false;
    this.add({ text, kind: 'system' });
  }

  clear(): void {
    this.lines = [];
    this.removed = 0;
    this.isOpen = false;
  }

  private endLine(text: string): void {
    const isStart = text === tracebackStart;
    const isError = this.isInTraceback || isStart;
    // A traceback ends with the first line that is not indented: the error.
    this.isInTraceback = isStart || (this.isInTraceback && text.startsWith('  '));
    const line = frame.exec(text)?.[1];
    this.setOpen({
      text,
      kind: isError ? 'error' : 'output',
      ...(line !== undefined && { line: Number(line) }),
    });
    this.isOpen = false;
  }

  /** Replaces the line that can continue, or adds one. */
  private setOpen(line: NewLine): void {
    const last = this.lines.at(-1);
    if (this.isOpen && last) this.lines = [...this.lines.slice(0, -1), { ...line, id: last.id }];
    else this.add(line);
    this.isOpen = true;
  }

  private add(line: NewLine): void {
    this.lastId += 1;
    this.lines = [...this.lines, { ...line, id: this.lastId }];
    if (this.lines.length <= outputLength) return;
    const isMarked = this.removed > 0;
    const excess = this.lines.length - outputLength + (isMarked ? 0 : 1);
    this.removed += excess;
    const text = `${this.removed} earlier lines removed.`;
    const mark: OutputLine = { id: 0, text, kind: 'system' };
    this.lines = [mark, ...this.lines.slice(isMarked ? excess + 1 : excess)];
  }
}
