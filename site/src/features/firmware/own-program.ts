import { isStored, readStorage, writeStorage } from '@site/src/storage';
import { longestProgram } from './share-link';

/** Key of the reader's program in local storage. */
export const programKey = 'docs-program';

/** Most programs that are kept besides the one in the editor. */
const mostEarlier = 5;

export interface OwnProgramState {
  /** The program in the editor. */
  readonly text: string;
  /** Whether it is not the program that the site gives. */
  readonly isChanged: boolean;
  /** Programs that a reset or another program has replaced, the newest last. */
  readonly earlier: readonly string[];
  /** False when this browser does not keep one of them: it is too long, or the browser's storage is blocked or full. */
  readonly isKept: boolean;
}

interface Stored {
  /** Absent when it is the program of the site, which may have a new version at the next visit. */
  readonly text?: string;
  readonly earlier: readonly string[];
}

const isProgram = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestProgram;

const readText = () => readStorage('localStorage', programKey);

/** Returns the programs of a stored text, and ignores what this module has not written. */
function programsIn(stored: string): Stored {
  try {
    const data: unknown = JSON.parse(stored || 'null');
    if (typeof data !== 'object' || data === null) return { earlier: [] };
    const { text, earlier } = data as { readonly text?: unknown; readonly earlier?: unknown };
    return {
      ...(isProgram(text) && { text }),
      earlier: (Array.isArray(earlier) ? earlier : []).filter(isProgram).slice(-mostEarlier),
    };
  } catch {
    return { earlier: [] };
  }
}

/** The reader's program, which this browser keeps. What replaces it does not delete it. */
export class OwnProgram {
  private state: OwnProgramState;
  /** The stored text as this tab knows it. */
  private stored = readText();
  private readonly listeners = new Set<() => void>();

  /** @param original the program of the site */
  constructor(readonly original: string) {
    const { text = original, earlier } = programsIn(this.stored);
    this.state = { text, earlier, isChanged: text !== original, isKept: true };
  }

  readonly getState = (): OwnProgramState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes what the reader has typed. */
  readonly edit = (text: string): void => {
    this.set(text, this.state.earlier);
  };

  /** Replaces the program with another one, and keeps it if it is the reader's. */
  replace(text: string): void {
    if (text !== this.state.text) this.set(text, this.withCurrent());
  }

  reset(): void {
    this.replace(this.original);
  }

  /** Brings back the newest of the earlier programs. The one in the editor becomes the oldest, so that none is lost. */
  bringBack(): void {
    const newest = this.state.earlier.at(-1);
    if (newest === undefined) return;
    const others = this.state.earlier.slice(0, -1);
    const { text, isChanged } = this.state;
    this.set(newest, isChanged ? [text, ...others] : others);
  }

  private withCurrent(): readonly string[] {
    const { text, isChanged, earlier } = this.state;
    if (!isChanged) return earlier;
    return [...earlier.filter((one) => one !== text), text].slice(-mostEarlier);
  }

  /** Adds the programs that another tab has stored in the meantime, so that none is lost. */
  private withOthers(text: string, earlier: readonly string[]): readonly string[] {
    const stored = readText();
    if (stored === this.stored) return earlier;
    const other = programsIn(stored);
    const all = [...other.earlier, ...earlier, ...(other.text === undefined ? [] : [other.text])];
    return [...new Set(all)].filter((one) => one !== text).slice(-mostEarlier);
  }

  private set(text: string, known: readonly string[]): void {
    const earlier = this.withOthers(text, known);
    const isChanged = text !== this.original;
    const isShort = text.length <= longestProgram;
    const isEmpty = !isChanged && earlier.length === 0;
    // The stored program stays when the new one is too long: it is better than none.
    if (isShort) {
      const stored: Stored = { ...(isChanged && { text }), earlier: earlier.filter(isProgram) };
      writeStorage('localStorage', programKey, isEmpty ? '' : JSON.stringify(stored));
      this.stored = readText();
    }
    this.state = {
      text,
      earlier,
      isChanged,
      isKept: isShort && earlier.every(isProgram) && isStored(programKey),
    };
    for (const listener of this.listeners) listener();
  }
}
