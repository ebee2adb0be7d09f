/** Consecutive lines that a diff replaces. */
interface Hunk {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Reads the hunks of a unified diff. Line numbers are ignored: the reader may have changed other lines. */
function hunksOf(diff: string): readonly Hunk[] {
  return diff
    .split(/^@@.*\n/m)
    .slice(1)
    .map((text) => {
      const lines = text.replace(/\n$/, '').split('\n');
      const without = (mark: string) =>
        lines.filter((line) => !line.startsWith(mark)).map((line) => line.slice(1));
      return { before: without('+'), after: without('-') };
    });
}

/** Indexes at which consecutive lines occur. */
function positionsOf(part: readonly string[], lines: readonly string[]): readonly number[] {
  return lines.flatMap((_, index) =>
    part.every((line, offset) => lines[index + offset] === line) ? [index] : [],
  );
}

/** A changed program; `present`: the program already has the change; `conflict`: it has other lines where the change goes. */
export type Patched =
  | { readonly kind: 'applied'; readonly program: string }
  | { readonly kind: 'present' | 'conflict' };

/** Applies a unified diff to a program that the reader may have changed. Each hunk must fit at one position. */
export function applyDiff(program: string, diff: string): Patched {
  const hunks = hunksOf(diff);
  const original = program.split('\n');
  if (hunks.every(({ after }) => positionsOf(after, original).length === 1)) {
    return { kind: 'present' };
  }
  let lines = original;
  for (const { before, after } of hunks) {
    const [position, ...others] = positionsOf(before, lines);
    if (position === undefined || others.length > 0) return { kind: 'conflict' };
    lines = [...lines.slice(0, position), ...after, ...lines.slice(position + before.length)];
  }
  return { kind: 'applied', program: lines.join('\n') };
}
