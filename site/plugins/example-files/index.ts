import type { Code, Nodes, Root } from 'mdast';
import type { VFile } from 'vfile';
import { excerpt } from './excerpt';
import { readExample } from './read-example';
import { readMeta } from './meta';

function fill(fence: Code): void {
  const { request, rest } = readMeta(fence.meta ?? '');
  if (request === undefined) return;
  if (fence.value.trim() !== '') {
    throw new Error(`a fence with file="${request.file}" has a body of its own: leave it empty`);
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
