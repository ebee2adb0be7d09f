import type { Nodes, Root, Table, TableRow } from 'mdast';
import type { VFile } from 'vfile';
import { changeAnchor, readChanges, releaseAnchor, type Changes } from './changes';

interface Element {
  readonly type: string;
  readonly name?: string | null;
  readonly attributes?: readonly { readonly name?: string; readonly value?: unknown }[];
}

/** @param id anchor of the row, to which the feeds link */
const row = (cells: readonly string[], id?: string): TableRow => ({
  type: 'tableRow',
  ...(id !== undefined && { data: { hProperties: { id } } }),
  children: cells.map((value) => ({ type: 'tableCell', children: [{ type: 'text', value }] })),
});

const table = (head: readonly string[], rows: TableRow[]): Table => ({
  type: 'table',
  children: [row(head), ...rows],
});

function documentationTable({ documentation }: Changes): Table {
  const rows = documentation.map((entry) =>
    row([entry.date, entry.title, entry.change], changeAnchor(entry)),
  );
  return table(['Date', 'Title', 'Change'], rows);
}

/** @throws Error when there is no such SDK */
function releaseTable({ sdks }: Changes, id: unknown): Table {
  const sdk = sdks.find((candidate) => candidate.id === id);
  if (!sdk) {
    const known = sdks.map((candidate) => candidate.id).join(', ');
    throw new Error(`<Releases sdk="${String(id)}" />: changes.yaml has ${known}`);
  }
  const rows = sdk.releases.map((release) => {
    const { version, change } = release;
    return row([version, change === '' ? 'No notes' : change], releaseAnchor(sdk, release));
  });
  return table(['Version', 'Change'], rows);
}

/** Returns the table that replaces a component; undefined for all other nodes. */
function tableFor(node: Element, changes: Changes): Table | undefined {
  if (node.name === 'DocumentationChanges') return documentationTable(changes);
  if (node.name !== 'Releases') return undefined;
  return releaseTable(changes, node.attributes?.find(({ name }) => name === 'sdk')?.value);
}

/** Remark plugin: replaces `<DocumentationChanges />` and `<Releases sdk="python" />` with tables from `changes.yaml`. */
export default function remarkChangelog() {
  return (tree: Root, file: VFile): void => {
    for (const [index, node] of tree.children.entries()) {
      if ((node as Element).type !== 'mdxJsxFlowElement') continue;
      try {
        const replacement = tableFor(node as Element, readChanges());
        if (replacement) tree.children[index] = replacement;
      } catch (error) {
        file.fail(error instanceof Error ? error.message : String(error), node as Nodes);
      }
    }
  };
}
