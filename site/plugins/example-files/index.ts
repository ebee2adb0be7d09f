import type { Code, Nodes, Root } from 'mdast';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { VFile } from 'vfile';
import { excerpt } from './excerpt';

/** What a fence asks for. */
export interface ExampleRequest {
  /** Path below the folder of examples. */
  readonly file: string;
  /** First and last line, counted from 1: `10-25`. */
  readonly lines: string | undefined;
  /** Name of a region. */
  readonly region: string | undefined;
}

const attribute = /(?<=^|\s)(file|lines|region)=(?:"([^"]*)"|(\S*))/g;

/**
 * Reads the meta string of a fence.
 * @returns the request, undefined when the fence asks for no file, and the meta string without it
 * @throws Error when the attributes contradict each other
 */
export function readMeta(meta: string): {
  readonly request: ExampleRequest | undefined;
  readonly rest: string;
} {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of meta.matchAll(attribute)) {
    if (quoted === undefined) throw new Error(`write ${name}="${bare}" with double quotes`);
    if (values.has(name)) throw new Error(`a fence names ${name} twice`);
    values.set(name, quoted);
  }
  const [file, lines, region] = ['file', 'lines', 'region'].map((name) => values.get(name));
  if (file === undefined) {
    const stray = lines === undefined ? region && 'region' : 'lines';
    if (stray) throw new Error(`a fence with ${stray}= needs file= as well`);
    return { request: undefined, rest: meta };
  }
  if (lines !== undefined && region !== undefined) {
    throw new Error(`file="${file}": lines= and region= exclude each other`);
  }
  const rest = meta.replaceAll(attribute, '').trim().replaceAll(/\s+/g, ' ');
  return { request: { file, lines, region }, rest };
}

/** Where example programs lie. */
const examplesFolder = path.resolve(__dirname, '../../examples');

const isInside = (folder: string, file: string) => file.startsWith(folder + path.sep);

function namesIn(folder: string): string {
  try {
    return ` It has: ${readdirSync(folder).sort().join(', ')}`;
  } catch {
    return '';
  }
}

/**
 * Text of an example program, with `\n` at the ends of its lines.
 * @param file path below the folder, with `/`
 * @param folder of examples; tests have a separate one
 * @throws Error when the file is unknown or lies elsewhere
 */
export function readExample(file: string, folder = examplesFolder): string {
  const place = path.resolve(folder, file);
  const outside = new Error(`file="${file}" lies outside site/examples`);
  if (path.isAbsolute(file) || !isInside(folder, place)) throw outside;
  if (!statSync(place, { throwIfNoEntry: false })?.isFile()) {
    const parent = path.dirname(place);
    throw new Error(`site/examples has no file "${file}".${namesIn(parent)}`);
  }
  // A link may lead elsewhere.
  if (!isInside(realpathSync(folder), realpathSync(place))) throw outside;
  return readFileSync(place, 'utf8').replaceAll('\r\n', '\n');
}

function fill(fence: Code): void {
  const { request, rest } = readMeta(fence.meta ?? '');
  if (request === undefined) return;
  if (fence.value.trim() !== '') {
    throw new Error(`a fence with file="${request.file}" must have no body: leave it empty`);
  }
  fence.value = excerpt(readExample(request.file), request);
  fence.meta = rest === '' ? null : rest;
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
 * Remark plugin: an empty fence with `file="submit-http/submit.py"` gets the text of that file below `site/examples`,
 * without the comments that mark its regions. `lines="10-25"` or `region="sign"` takes a part of it. What cannot be
 * read stops the build at the fence.
 */
export default function remarkExampleFiles() {
  return (tree: Root, file: VFile): void => visit(tree, file);
}
