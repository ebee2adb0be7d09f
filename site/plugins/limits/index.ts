import type { Nodes, Root } from 'mdast';
import type { VFile } from 'vfile';
import { resolveLimit } from './resolve';

interface JsxElement {
  readonly type: 'mdxJsxTextElement' | 'mdxJsxFlowElement';
  readonly name: string | null;
  readonly attributes: readonly { readonly name?: string; readonly value?: unknown }[];
}

type Node = Nodes | JsxElement;

function isLimit(node: Node): node is JsxElement {
  return (
    (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') &&
    'name' in node &&
    node.name === 'Limit'
  );
}

async function rewrite(parent: { children: Node[] }, file: VFile): Promise<void> {
  for (const [index, node] of parent.children.entries()) {
    if (isLimit(node)) {
      const attributes = node.attributes.map(({ name, value }) => [name, value]);
      try {
        const value = await resolveLimit(Object.fromEntries(attributes) as Record<string, string>);
        parent.children[index] = { type: 'text', value };
      } catch (error) {
        file.fail(error instanceof Error ? error.message : String(error), node as Nodes);
      }
    } else if ('children' in node) {
      await rewrite(node, file);
    }
  }
}

/**
 * Remark plugin: replaces `<Limit operation="platform/node-list" field="limit" kind="maximum" />` and `<Limit
 * id="device/event-data" />` in prose with the number in the OpenAPI document. The build fails for a limit that is not in
 * the document.
 */
export default function remarkLimits() {
  return (tree: Root, file: VFile): Promise<void> => rewrite(tree, file);
}
