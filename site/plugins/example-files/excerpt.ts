import type { ExampleRequest } from './meta';
import { readRegions, type Region } from './regions';

function linesOf(range: string, count: number): Region {
  const [, first = '', last = first] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  const region = { start: Number(first) - 1, end: Number(last) };
  if (first === '' || region.start < 0 || region.end <= region.start) {
    throw new Error(`lines="${range}" is no range such as "10-25"`);
  }
  if (region.end > count) throw new Error(`lines="${range}": the file has ${count} lines`);
  return region;
}

function regionOf(name: string, regions: ReadonlyMap<string, Region>): Region {
  const region = regions.get(name);
  if (region) return region;
  throw new Error(`region="${name}" is unknown. The file has: ${[...regions.keys()].join(', ')}`);
}

/** Without empty lines at both ends, and without the indentation all lines share. */
function trimmed(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== '');
  const margins = filled.map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const margin = Math.min(...margins);
  const text = lines.map((line) => line.slice(margin)).join('\n');
  return text.replace(/^\n+/, '').trimEnd();
}

/**
 * The part of a source text a fence asks for, or all of it; never the comments that mark regions.
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
