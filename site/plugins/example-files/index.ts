import type { Code, Nodes, Root } from 'mdast';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { VFile } from 'vfile';
import { excerpt } from './excerpt';

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
 * Remark plugin: fills an empty fence with `file="submit-http/submit.py"` with the text of that file in `site/examples`,
 * without the comments that mark its regions. `lines="10-25"` or `region="sign"` selects a part. The build fails at a fence
 * whose file cannot be read.
 */
export default function remarkExampleFiles() {
  return (tree: Root, file: VFile): void => visit(tree, file);
}
