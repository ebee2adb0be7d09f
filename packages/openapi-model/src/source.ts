import { LineCounter, parseDocument, type Document } from 'yaml';
import { DocumentError } from './errors.ts';
import type { JsonValue } from './types.ts';

/** A parsed YAML file that can say at which line a value stands. */
export class Source {
  private constructor(
    readonly file: string,
    private readonly document: Document,
    private readonly lines: LineCounter,
  ) {}

  /**
   * Parses YAML (1.2) text.
   * @throws DocumentError at the first syntax error or duplicate key
   */
  static parse(text: string, file: string): Source {
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
    const fault = document.errors[0];
    if (fault) throw new DocumentError(file, lines.linePos(fault.pos[0]).line, fault.message);
    return new Source(file, document, lines);
  }

  /** The whole file as plain data. */
  toData(): JsonValue {
    return this.document.toJS() as JsonValue;
  }

  /** Line (from 1) of the value at a path, or of the nearest ancestor that exists. */
  lineOf(path: readonly (string | number)[]): number {
    for (let length = path.length; length > 0; length -= 1) {
      const node = this.document.getIn(path.slice(0, length), true);
      const range = (node as { range?: [number, number, number] } | undefined)?.range;
      if (range) return this.lines.linePos(range[0]).line;
    }
    return 1;
  }

  /** An error that names the place of a path in this file. */
  error(path: readonly (string | number)[], reason: string): DocumentError {
    return new DocumentError(this.file, this.lineOf(path), reason);
  }
}
