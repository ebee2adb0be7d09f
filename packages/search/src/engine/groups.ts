/** Members of groups, both by number, in two arrays: those of group `g` are at `starts[g]` up to `starts[g + 1]`. */
export interface Groups {
  readonly starts: Int32Array;
  readonly members: Int32Array;
}

/** Groups the places of a list by what stands there; places rise within a group. */
export function groupPlaces(
  groupOf: ArrayLike<number> & Iterable<number>,
  groupCount: number,
): Groups {
  const starts = new Int32Array(groupCount + 1);
  for (const group of groupOf) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  for (let group = 0; group < groupCount; group += 1) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  }
  const next = starts.slice();
  const members = new Int32Array(groupOf.length);
  for (let place = 0; place < groupOf.length; place += 1) {
    const group = groupOf[place] ?? 0;
    const free = next[group] ?? 0;
    members[free] = place;
    next[group] = free + 1;
  }
  return { starts, members };
}
