import type { Command } from '../support/run-program.ts';

/** A generated sample to run. */
export interface Program {
  /** Letters, digits and underscores only; starts with a letter; unique within its language. */
  readonly id: string;
  readonly source: string;
}

/** How to start a built program; its environment is added later. */
export type Start = Omit<Command, 'env'>;

/** Builds the samples of one language as programs that can be started. */
export interface Toolchain {
  /** Why the samples cannot run here, which is printed; undefined when they can. */
  readonly missing: string | undefined;
  /**
   * Writes and, if necessary, compiles all samples at once.
   * @param folder empty folder for this language only
   * @throws Error with the message of the compiler
   */
  readonly build: (programs: readonly Program[], folder: string) => Promise<(id: string) => Start>;
}
