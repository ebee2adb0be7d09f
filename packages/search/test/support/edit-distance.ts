/**
 * Returns the optimal string alignment distance of `a` and `b`, or `Infinity` when it is above `max`. With `prefix`, the rest of
 * `b` costs nothing.
 */
export function editDistance(a: string, b: string, max: number, prefix = false): number {
  if (a.length - b.length > max || (!prefix && b.length - a.length > max)) return Infinity;
  const width = prefix ? Math.min(b.length, a.length + max) : b.length;
  let before: number[] = [];
  let above = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= width; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (above[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
        (above[column - 1] ?? Infinity) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (before[column - 2] ?? Infinity) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > max) return Infinity;
    before = above;
    above = current;
  }
  const distance = prefix ? Math.min(...above) : (above[width] ?? Infinity);
  return distance > max ? Infinity : distance;
}
