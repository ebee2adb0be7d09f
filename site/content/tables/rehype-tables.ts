import type { Element, ElementContent, Root } from 'hast';
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

/** Labels all cells except those of the first column with the name of their column. Two short columns share a line. */
function label(columns: readonly string[], body: readonly Element[][]): void {
  const labeled = columns.flatMap((name, index) => {
    const cells = body.flatMap((row) => row[index] ?? []).filter((cell) => toString(cell) !== '');
    const texts = [name, ...cells.map((cell) => toString(cell))];
    const isShort = texts.every((text) => text.length <= shortLength);
    return index === 0 || name === '' ? [] : [{ name, cells, isShort }];
  });
  const sharesLine = labeled.filter(({ isShort }) => isShort).length > 1;
  for (const { name, cells, isShort } of labeled) {
    const property = isShort && sharesLine ? 'dataShort' : 'dataLabel';
    for (const cell of cells) cell.properties[property] = name;
  }
}

/** A number, also a range, with at most one word after it. */
const number = /^[+−-]?\d[\d.,:]*(?: to \d[\d.,:]*)?(?: \S+)?$/;

/** Keeps dates on one line, and gives digits of numbers the same width. */
function markNumbers(cell: Element): void {
  const text = toString(cell);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) cell.properties.className = ['table__date', 'table__number'];
  else if (number.test(text)) cell.properties.className = ['table__number'];
}

/** Most characters of a part of a name that fits the narrowest screen. */
const longestPart = 32;

const wordBreak: Element = { type: 'element', tagName: 'wbr', properties: {}, children: [] };

/** Most characters of a name that does not break. */
const shortName = 11;

/** Lets names in code style break after dots and slashes, and nowhere else. At least 4 characters follow a break. */
function breakNames(cell: Element): void {
  visit(cell, 'element', (code) => {
    const [text, ...others] = code.children;
    if (code.tagName !== 'code' || text?.type !== 'text' || others.length > 0) return;
    const { value } = text;
    const parts = value.length > shortName ? value.split(/(?<=[./])(?![./]|.{0,3}$)/) : [value];
    if (/\s/.test(value) || parts.some(({ length }) => length > longestPart)) return;
    code.properties.className = ['table__name'];
    code.children = parts.flatMap((value, index): ElementContent[] => [
      ...(index === 0 ? [] : [wordBreak]),
      { type: 'text', value },
    ]);
  });
}

/** Minimum number of columns for which phones show a table as a list of blocks. */
const wideTableColumns = 3;

/** Minimum number of characters with which a cell beside a name is a text: such a table is a list too. */
const textLength = 40;

const hasClass = ({ properties: { className } }: Element, name: string) =>
  Array.isArray(className) && className.includes(name);

/**
 * Rehype plugin: puts each table into a scrollable frame, marks numbers, dates and names in its cells, and labels the cells of
 * wide tables with the names of their columns, which phones show (`src/css/tables.css`). A timeline is no grid, and needs none
 * of this.
 */
export default function rehypeTables() {
  return (tree: Root): void => {
    visit(tree, 'element', (table, index, parent) => {
      if (table.tagName !== 'table' || index === undefined || !parent) return undefined;
      if (hasClass(table, 'timeline')) return SKIP;
      const columns = rows(table, 'thead').flatMap((row) =>
        elements(row, 'th').map((cell) => toString(cell)),
      );
      const body = rows(table, 'tbody').map((row) => elements(row, 'td'));
      for (const cell of body.flat()) {
        markNumbers(cell);
        breakNames(cell);
      }
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
