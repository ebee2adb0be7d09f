import type { Nodes, Root, Table, TableRow } from 'mdast';
import type { VFile } from 'vfile';
import { changeAnchor, readChanges, releaseAnchor, type Changes } from './changes';

interface Element {
  readonly type: string;
  readonly name?: string | null;
  readonly attributes?: readonly { readonly name?: string; readonly value?: unknown }[];
}

interface RowProperties {
  /** Anchor, to which the feeds link. */
  readonly id: string;
  readonly className?: string[];
}

const row = (cells: readonly string[], properties?: RowProperties): TableRow => ({
  type: 'tableRow',
  ...(properties && { data: { hProperties: { ...properties } } }),
  children: cells.map((value) => ({ type: 'tableCell', children: [{ type: 'text', value }] })),
});

/** A table that looks like a timeline (`src/css/timeline.css`). Each row is one record of the search. */
const timeline = (kind: string, head: readonly string[], rows: TableRow[]): Table => ({
  type: 'table',
  data: { hProperties: { className: ['timeline', `timeline--${kind}`] } },
  children: [row(head), ...rows],
});

/** The changes of a day are a group: the first one shows the date. */
function documentationTimeline({ documentation }: Changes): Table {
  const rows = documentation.map((entry, index) => {
    const isFirst = entry.date !== documentation[index - 1]?.date;
    return row([entry.date, entry.title, entry.change], {
      id: changeAnchor(entry),
      ...(isFirst && { className: ['timeline__first'] }),
    });
  });
  return timeline('dated', ['Date', 'Title', 'Change'], rows);
}

/** @throws Error when there is no such SDK */
function releaseTimeline({ sdks }: Changes, id: unknown): Table {
  const sdk = sdks.find((candidate) => candidate.id === id);
  if (!sdk) {
    const known = sdks.map((candidate) => candidate.id).join(', ');
    throw new Error(`<Releases sdk="${String(id)}" />: changes.yaml has ${known}`);
  }
  const rows = sdk.releases.map((release) => {
    const { version, change } = release;
    return row([version, change === '' ? 'No notes' : change], {
      id: releaseAnchor(sdk, release),
    });
  });
  return timeline('undated', ['Releases without dates, newest first', 'Change'], rows);
}

/** Returns the timeline that replaces a component; undefined for all other nodes. */
function timelineFor({ name, attributes }: Element): Table | undefined {
  if (name === 'DocumentationChanges') return documentationTimeline(readChanges());
  if (name !== 'Releases') return undefined;
  const sdk = attributes?.find((attribute) => attribute.name === 'sdk');
  return releaseTimeline(readChanges(), sdk?.value);
}

/** Remark plugin: replaces `<DocumentationChanges />` and `<Releases sdk="python" />` with timelines from `changes.yaml`. */
export default function remarkChangelog() {
  return (tree: Root, file: VFile): void => {
    for (const [index, node] of tree.children.entries()) {
      if ((node as Element).type !== 'mdxJsxFlowElement') continue;
      try {
        const replacement = timelineFor(node as Element);
        if (replacement) tree.children[index] = replacement;
      } catch (error) {
        file.fail(error instanceof Error ? error.message : String(error), node as Nodes);
      }
    }
  };
}
