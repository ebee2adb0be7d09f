import type { Command } from '../support/run-program.ts';

/** A generated sample to be run. */
export interface Program {
  /** Letters, digits and underscores only; begins with a letter; unique within its language. */
  readonly id: string;
  readonly source: string;
}

/** How to start a built program; its environment is added later. */
export type Start = Omit<Command, 'env'>;

/** What turns the samples of one language into programs that can be started. */
export interface Toolchain {
  /** Why the samples cannot be run here, which is said in the output; undefined when they can. */
  readonly missing: string | undefined;
  /**
   * Writes, and where needed compiles, all samples at once.
   * @param folder empty, for this language alone
   * @throws Error with the compiler's message
   */
  readonly build: (programs: readonly Program[], folder: string) => Promise<(id: string) => Start>;
}
