import type { Element, Root } from 'hast';
import { toString } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';

const isElement = (name: string) => (node: { type: string; tagName?: string }) =>
  node.type === 'element' && node.tagName === name;

function elements(parent: Element, name: string): Element[] {
  return parent.children.filter((child): child is Element => isElement(name)(child));
}

/** Rows of a table section (`thead`, `tbody`). */
function rows(table: Element, part: string): Element[] {
  return elements(table, part).flatMap((found) => elements(found, 'tr'));
}

/** Labels all cells of a row except the first with the name of their column. */
function label(table: Element, columns: readonly string[]): void {
  for (const row of rows(table, 'tbody')) {
    elements(row, 'td').forEach((cell, index) => {
      const name = columns[index] ?? '';
      if (index > 0 && name !== '' && toString(cell) !== '') cell.properties.dataLabel = name;
    });
  }
}

/** Keeps dates on one line. */
function markDates(table: Element): void {
  for (const row of rows(table, 'tbody'))
    for (const cell of elements(row, 'td'))
      if (/^\d{4}-\d\d-\d\d$/.test(toString(cell))) cell.properties.className = ['table__date'];
}

/** Minimum number of columns for which phones show a table as a list of blocks. */
const wideTableColumns = 3;

/**
 * Rehype plugin: puts each table into a scrollable frame, and labels the cells of wide tables with the names of their
 * columns, which phones show (`src/css/tables.css`).
 */
export default function rehypeTables() {
  return (tree: Root): void => {
    visit(tree, 'element', (table, index, parent) => {
      if (table.tagName !== 'table' || index === undefined || !parent) return undefined;
      const columns = rows(table, 'thead').flatMap((row) =>
        elements(row, 'th').map((cell) => toString(cell)),
      );
      markDates(table);
      const isWide = columns.length >= wideTableColumns;
      if (isWide) label(table, columns);
      parent.children[index] = {
        type: 'element',
        tagName: 'div',
        properties: { className: isWide ? ['table', 'table--wide'] : ['table'] },
        children: [table],
      };
      return [SKIP, index + 1];
    });
  };
}
