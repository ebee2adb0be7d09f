import path from 'node:path';
import type { Code } from 'mdast';
import { linesOfLongProgram } from '../highlight/long-programs';

/** Folder of the programs below the base path of the site. */
export const programsFolder = 'examples';

/** A long program of a page, which its Markdown links to. */
export interface Program {
  /** Name under which readers save it: `submit.py`. */
  readonly name: string;
  /** Path below the base path of the site. */
  readonly path: string;
  readonly lines: number;
  /** What it does: its first line, when that is a comment. */
  readonly purpose: string | undefined;
  readonly text: string;
}

/** The text of a comment that is a whole line. */
const comment = /^(?:#|\/\/|<!--)\s*(.*?)(?:\s*-->)?$/;

/** A file that hosts do not serve as a page of the site. */
const servedName = (name: string) => name.replace(/\.html$/, '.html.txt');

/**
 * Returns the file of a fence whose title is the name of a file, if pages show it closed. Commands have no such title, and an
 * excerpt is no file.
 * @param page path of the page below the base path of the site; programs that are only on the page are below it
 */
export function programOf(fence: Code, page: string): Program | undefined {
  const [, name] = /\btitle="([^"]*\.\w+)"/.exec(fence.meta ?? '') ?? [];
  const { example } = fence.data ?? {};
  const isExcerpt = example?.region !== undefined || example?.lines !== undefined;
  const lines = linesOfLongProgram(fence.lang ?? '', fence.value);
  if (name === undefined || isExcerpt || lines === undefined) return undefined;
  const folder = example === undefined ? page : path.posix.dirname(example.file);
  return {
    name,
    path: path.posix.join(programsFolder, folder, servedName(name)),
    lines,
    purpose: comment.exec(fence.value.split('\n', 1)[0] ?? '')?.[1],
    text: `${fence.value}\n`,
  };
}
