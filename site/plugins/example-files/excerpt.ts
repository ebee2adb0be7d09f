import type { ExampleRequest } from './index';

/** A range of lines, counted from 0: from `start` up to, but not including, `end`. */
interface Region {
  readonly start: number;
  readonly end: number;
}

interface Regions {
  readonly regions: ReadonlyMap<string, Region>;
  /** True when a line, counted from 0, marks the start or end of a region. */
  readonly isMarker: (line: number) => boolean;
}

/** `# region name` or `// region name`, and `# endregion`. */
const marker = /^\s*(?:#|\/\/)\s*(?:region\s+(?<name>\S+)|(?<end>endregion))\s*$/;

/**
 * Finds the named regions of a source text. Regions can be nested.
 * @throws Error when a region has no end, an end has no region, or a name is used twice
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
    if (!region) throw new Error(`line ${index + 1} ends a region that has not started`);
    if (regions.has(region.name)) throw new Error(`two regions are named "${region.name}"`);
    regions.set(region.name, { start: region.start, end: index });
  }
  const [unclosed] = open;
  if (unclosed) throw new Error(`the region "${unclosed.name}" has no end`);
  return { regions, isMarker: (line) => markers.has(line) };
}

function linesOf(range: string, count: number): Region {
  const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  const region = { start: Number(first) - 1, end: Number(last) };
  if (first === '' || region.start < 0 || region.end <= region.start) {
    throw new Error(`lines="${range}" is not a range such as "10-25"`);
  }
  if (region.end > count) throw new Error(`lines="${range}": the file has ${count} lines`);
  return region;
}

function regionOf(name: string, regions: ReadonlyMap<string, Region>): Region {
  const region = regions.get(name);
  if (region) return region;
  throw new Error(`region="${name}" is unknown. The file has: ${[...regions.keys()].join(', ')}`);
}

/** Removes empty lines at both ends and the indentation that all lines share. */
function trimmed(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== '');
  const margins = filled.map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const margin = Math.min(...margins);
  const text = lines.map((line) => line.slice(margin)).join('\n');
  return text.replace(/^\n+/, '').trimEnd();
}

/**
 * Returns the part of a source text that a fence requests, or all of it, without the comments that mark regions.
 * @throws Error when there is no such part
 */
export function excerpt(
  source: string,
  { lines: range, region }: Omit<ExampleRequest, 'file'>,
): string {
  const lines = source.trimEnd().split('\n');
  const { regions, isMarker } = readRegions(lines);
  let part: Region = { start: 0, end: lines.length };
  if (range !== undefined) part = linesOf(range, lines.length);
  if (region !== undefined) part = regionOf(region, regions);
  const kept = lines
    .slice(part.start, part.end)
    .filter((_, index) => !isMarker(part.start + index));
  const text = trimmed(kept);
  if (text === '') throw new Error(`${range ?? region ?? 'the file'} is empty`);
  return text;
}
