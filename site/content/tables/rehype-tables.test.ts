import type { Element, Root, Text } from 'hast';
import { describe, expect, it } from 'vitest';
import rehypeTables from './rehype-tables';

const text = (value: string): Text => ({ type: 'text', value });
const element = (tagName: string, ...children: Element['children']): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});
const row = (name: string, cells: readonly string[]) =>
  element('tr', ...cells.map((cell) => element(name, ...(cell === '' ? [] : [text(cell)]))));
const table = (columns: readonly string[], ...lines: readonly string[][]) =>
  element(
    'table',
    element('thead', row('th', columns)),
    element('tbody', ...lines.map((line) => row('td', line))),
  );

function transformed(...children: Root['children']): Root {
  const tree: Root = { type: 'root', children };
  rehypeTables()(tree);
  return tree;
}

/** Labels of the cells of a tree, in order. */
function labels(node: Root | Element, property = 'dataLabel'): unknown[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    const own = child.tagName === 'td' ? [child.properties[property]] : [];
    return [...own, ...labels(child, property)];
  });
}

const long = 'A text that does not fit beside another.';

describe('rehypeTables', () => {
  it('wraps a table once, with text before and after it', () => {
    const tree = transformed(
      element('p', text('before')),
      table(['A', 'B'], ['1', '2']),
      element('section', table(['A', 'B'])),
    );
    const [before, frame, section] = tree.children as Element[];
    expect(before?.tagName).toBe('p');
    expect(frame?.properties.className).toEqual(['table']);
    expect((frame?.children[0] as Element).tagName).toBe('table');
    expect((section?.children[0] as Element).properties.className).toEqual(['table']);
  });

  it('labels the cells of a table with three columns', () => {
    const tree = transformed(
      table(['Code', 'Cause', 'What to do'], ['4040', long, long], ['0', '', 'd']),
    );
    expect((tree.children[0] as Element).properties.className).toEqual(['table', 'table--wide']);
    expect(labels(tree)).toEqual([
      undefined,
      'Cause',
      'What to do',
      undefined,
      undefined,
      'What to do',
    ]);
  });

  it('marks the columns whose values are all short', () => {
    const tree = transformed(
      table(['Field', 'Type', 'Unit', 'Meaning'], ['a', 'string', '', 'b'], ['c', '', 's', long]),
    );
    expect(labels(tree, 'dataShort')).toEqual(
      [undefined, 'Type', undefined, undefined].concat([undefined, undefined, 'Unit', undefined]),
    );
    expect(labels(tree)).toEqual(
      [undefined, undefined, undefined, 'Meaning'].concat([
        undefined,
        undefined,
        undefined,
        'Meaning',
      ]),
    );
  });

  it('labels a single short column as the others', () => {
    const tree = transformed(table(['#', 'From', 'To'], ['1', 'Device', long]));
    expect(labels(tree)).toEqual([undefined, 'From', 'To']);
  });

  it('shows a table of two columns with texts as a list, without labels', () => {
    const tree = transformed(table(['Symptom', 'Check'], ['a', 'b'], ['c', long]));
    expect((tree.children[0] as Element).properties.className).toEqual(['table', 'table--wide']);
    expect(labels(tree)).toEqual(Array<undefined>(4));
  });

  it('does not label tables of two columns and columns without a name', () => {
    expect(labels(transformed(table(['A', 'B'], ['1', '2'])))).toEqual([undefined, undefined]);
    expect(labels(transformed(table(['', 'B', ''], ['1', long, '3'])))).toEqual([
      undefined,
      'B',
      undefined,
    ]);
  });

  it('leaves a timeline as it is', () => {
    const timeline = table(['Date', 'Title', 'Change'], ['2026-11-25', 'A', long]);
    timeline.properties.className = ['timeline'];
    expect(transformed(timeline).children).toEqual([timeline]);
    expect(labels(timeline)).toEqual([undefined, undefined, undefined]);
  });

  /** Classes of cells with these texts. */
  const classesOf = (...texts: string[]) => {
    const cells = row('td', texts);
    transformed(element('table', element('tbody', cells)));
    return cells.children.map((cell) => cell.type === 'element' && cell.properties.className);
  };

  it('keeps dates on one line', () => {
    expect(classesOf('2026-11-21', 'On 2026-11-21')).toEqual([
      ['table__date', 'table__number'],
      undefined,
    ]);
  });

  it('marks cells with a number, which has digits of one width', () => {
    const numbers = ['600', '1,000', '-40.5', '256,000 bytes', '1 to 20'];
    expect(classesOf(...numbers)).toEqual(numbers.map(() => ['table__number']));
    expect(classesOf('key - value', '20 an hour', '4 MB or more', '')).toEqual(Array<undefined>(4));
  });

  it('lets names break after dots and slashes only, and code with spaces as text does', () => {
    const codeIn = (value: string) => {
      const code = element('code', text(value));
      const cells = element('tr', element('td', element('p', code)));
      transformed(element('table', element('tbody', cells)));
      return code;
    };
    const wbr = element('wbr');
    expect(codeIn('api.ap-in-1.anedya.io/v1/')).toMatchObject({
      properties: { className: ['table__name'] },
      children: [text('api.'), wbr, text('ap-in-1.'), wbr, text('anedya.'), wbr, text('io/v1/')],
    });
    expect(codeIn('https://host').children).toEqual([text('https://'), wbr, text('host')]);
    for (const name of ['1.2.0', 'data/latest', 'device.firmware.v2']) {
      expect(codeIn(name).children.at(-1)).toEqual(
        text(name === 'device.firmware.v2' ? 'firmware.v2' : name),
      );
    }
    for (const name of ['a.b c', `a.${'b'.repeat(33)}`]) {
      expect(codeIn(name)).toMatchObject({ properties: {}, children: [text(name)] });
    }
  });
});
