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

/** Most characters of a value that shares a line with its label and with other values. */
const shortLength = 16;

/** Labels all cells except those of the first column with the name of their column. */
function label(columns: readonly string[], body: readonly Element[][]): void {
  columns.forEach((name, index) => {
    if (index === 0 || name === '') return;
    const cells = body.flatMap((row) => row[index] ?? []).filter((cell) => toString(cell) !== '');
    const isShort = [name, ...cells.map((cell) => toString(cell))].every(
      (text) => text.length <= shortLength,
    );
    for (const cell of cells) cell.properties[isShort ? 'dataShort' : 'dataLabel'] = name;
  });
}

/** Keeps dates on one line. */
function markDates(table: Element): void {
  for (const row of rows(table, 'tbody'))
    for (const cell of elements(row, 'td'))
      if (/^\d{4}-\d\d-\d\d$/.test(toString(cell))) cell.properties.className = ['table__date'];
}

/** Minimum number of columns for which phones show a table as a list of blocks. */
const wideTableColumns = 3;

/** Minimum number of characters with which a cell beside a name is a text: such a table is a list too. */
const textLength = 40;

const hasClass = ({ properties: { className } }: Element, name: string) =>
  Array.isArray(className) && className.includes(name);

/**
 * Rehype plugin: puts each table into a scrollable frame, and labels the cells of wide tables with the names of their
 * columns, which phones show (`src/css/tables.css`). A timeline is no grid, and needs neither.
 */
export default function rehypeTables() {
  return (tree: Root): void => {
    visit(tree, 'element', (table, index, parent) => {
      if (table.tagName !== 'table' || index === undefined || !parent) return undefined;
      if (hasClass(table, 'timeline')) return SKIP;
      const columns = rows(table, 'thead').flatMap((row) =>
        elements(row, 'th').map((cell) => toString(cell)),
      );
      markDates(table);
      const body = rows(table, 'tbody').map((row) => elements(row, 'td'));
      const isWide = columns.length >= wideTableColumns;
      if (isWide) label(columns, body);
      const isList = body.some(([, text]) => text && toString(text).length >= textLength);
      parent.children[index] = {
        type: 'element',
        tagName: 'div',
        properties: { className: isWide || isList ? ['table', 'table--wide'] : ['table'] },
        children: [table],
      };
      return [SKIP, index + 1];
    });
  };
}
