import type { Code, Nodes, Root } from 'mdast';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { VFile } from 'vfile';

declare module 'mdast' {
  interface CodeData {
    /** Where the text of a fence is from. */
    example?: ExampleRequest | undefined;
  }
}

/** The file and part that a fence requests. */
export interface ExampleRequest {
  /** Path below `site/examples`. */
  readonly file: string;
  /** First and last line, counted from 1: `10-25`. */
  readonly lines: string | undefined;
  /** Name of a region. */
  readonly region: string | undefined;
}

const attribute = /(?<=^|\s)(file|lines|region)=(?:"([^"]*)"|(\S*))/g;

/**
 * Parses the meta string of a fence.
 * @returns the request, undefined when the fence requests no file, and the rest of the meta string
 * @throws Error when the attributes contradict each other
 */
export function readMeta(meta: string): {
  readonly request: ExampleRequest | undefined;
  readonly rest: string;
} {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of meta.matchAll(attribute)) {
    if (quoted === undefined) throw new Error(`write ${name}="${bare}" with double quotes`);
    if (values.has(name)) throw new Error(`a fence has ${name}= twice`);
    values.set(name, quoted);
  }
  const [file, lines, region] = ['file', 'lines', 'region'].map((name) => values.get(name));
  if (file === undefined) {
    const stray = lines === undefined ? region && 'region' : 'lines';
    if (stray) throw new Error(`a fence with ${stray}= also needs file=`);
    return { request: undefined, rest: meta };
  }
  if (lines !== undefined && region !== undefined) {
    throw new Error(`file="${file}": use either lines= or region=, not both`);
  }
  const rest = meta.replaceAll(attribute, '').trim().replaceAll(/\s+/g, ' ');
  return { request: { file, lines, region }, rest };
}

/** Folder of the example programs. */
export const examplesFolder = path.resolve(__dirname, '../../examples');

const isInside = (folder: string, file: string) => file.startsWith(folder + path.sep);

function namesIn(folder: string): string {
  try {
    return ` It has: ${readdirSync(folder).sort().join(', ')}`;
  } catch {
    return '';
  }
}

/**
 * Returns the text of an example program with `\n` line ends.
 * @param file path below the folder, with `/`
 * @param folder folder of examples; tests use another one
 * @throws Error when the file does not exist or is outside the folder
 */
export function readExample(file: string, folder = examplesFolder): string {
  const target = path.resolve(folder, file);
  const outside = new Error(`file="${file}" is outside site/examples`);
  if (path.isAbsolute(file) || !isInside(folder, target)) throw outside;
  if (!statSync(target, { throwIfNoEntry: false })?.isFile()) {
    const parent = path.dirname(target);
    throw new Error(`site/examples has no file "${file}".${namesIn(parent)}`);
  }
  // A symbolic link may point elsewhere.
  if (!isInside(realpathSync(folder), realpathSync(target))) throw outside;
  return readFileSync(target, 'utf8').replaceAll('\r\n', '\n');
}

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

function fill(fence: Code): void {
  const { request, rest } = readMeta(fence.meta ?? '');
  if (request === undefined) return;
  if (fence.value.trim() !== '') {
    throw new Error(`a fence with file="${request.file}" must have no body: leave it empty`);
  }
  fence.value = excerpt(readExample(request.file), request);
  fence.meta = rest === '' ? null : rest;
  fence.data = { ...fence.data, example: request };
}

function visit(node: Nodes, file: VFile): void {
  if (node.type === 'code') {
    try {
      fill(node);
    } catch (error) {
      file.fail(error instanceof Error ? error.message : String(error), node);
    }
  } else if ('children' in node) {
    for (const child of node.children) visit(child, file);
  }
}

/**
 * Remark plugin: fills an empty fence with `file="submit-http/submit.py"` with the text of that file in `site/examples`,
 * without the comments that mark its regions. `lines="10-25"` or `region="sign"` selects a part. The build fails at a fence
 * whose file cannot be read.
 */
export default function remarkExampleFiles() {
  return (tree: Root, file: VFile): void => visit(tree, file);
}
