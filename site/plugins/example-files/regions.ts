/** Lines of a file: from `start` on, counted from 0, up to but without `end`. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

export interface Regions {
  readonly regions: ReadonlyMap<string, Region>;
  /** Whether a line, counted from 0, marks the start or the end of a region. */
  readonly isMarker: (line: number) => boolean;
}

/** `# region name` or `// region name`, and `# endregion`. */
const marker = /^\s*(?:#|\/\/)\s*(?:region\s+(?<name>\S+)|(?<end>endregion))\s*$/;

/**
 * Finds the named regions of a source text. They may lie inside one another.
 * @throws Error when a region has no end, an end no region, or a name is used twice
 */
export function readRegions(lines: readonly string[]): Regions {
  const regions = new Map<string, Region>();
  const open: { name: string; start: number }[] = [];
  const markers = new Set<number>();
  for (const [index, line] of lines.entries()) {
    const groups = marker.exec(line)?.groups;
    if (!groups) continue;
    markers.add(index);
    if (groups.name !== undefined) {
      open.push({ name: groups.name, start: index + 1 });
      continue;
    }
    const region = open.pop();
    if (!region) throw new Error(`line ${index + 1} ends a region that has no start`);
    if (regions.has(region.name)) throw new Error(`two regions are named "${region.name}"`);
    regions.set(region.name, { start: region.start, end: index });
  }
  const [unclosed] = open;
  if (unclosed) throw new Error(`the region "${unclosed.name}" has no end`);
  return { regions, isMarker: (line) => markers.has(line) };
}
