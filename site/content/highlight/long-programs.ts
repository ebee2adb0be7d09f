/** Lines that fit a block of 28rem. */
const mostLines = 20;

/**
 * Returns the number of lines of a program that pages show closed; undefined for a shorter one, and for JSON, which readers
 * compare with a response.
 */
export function linesOfLongProgram(language: string, source: string): number | undefined {
  const lines = source.split('\n').length;
  return language === 'json' || lines <= mostLines ? undefined : lines;
}
