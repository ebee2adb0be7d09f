/** Frames of a stack, without the message above them, which could repeat what a reader sent. */
export function stackFrames(error: Error): string[] {
  return (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
}
