/** Lines that fit a block of 28rem. */
const mostLines = 20;

/** JSON, which readers compare with a response, and changes, which are in a disclosure. */
const shownWhole: readonly string[] = ['json', 'diff'];

/** Returns the number of lines of a program that pages show closed; undefined for one that they show whole. */
export function linesOfLongProgram(language: string, source: string): number | undefined {
  const lines = source.split('\n').length;
  return shownWhole.includes(language) || lines <= mostLines ? undefined : lines;
}
