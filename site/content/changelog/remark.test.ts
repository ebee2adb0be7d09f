import type { Root, Table } from 'mdast';
import { VFile } from 'vfile';
import { describe, expect, it } from 'vitest';
import { toString } from 'mdast-util-to-string';
import remarkChangelog from './remark';

function resolve(name: string, sdk?: string): Root {
  const element = {
    type: 'mdxJsxFlowElement',
    name,
    attributes: sdk === undefined ? [] : [{ type: 'mdxJsxAttribute', name: 'sdk', value: sdk }],
    children: [],
  };
  const tree = { type: 'root', children: [element] } as unknown as Root;
  remarkChangelog()(tree, new VFile());
  return tree;
}

describe('components of the changelog', () => {
  it('become timelines', () => {
    expect(toString(resolve('DocumentationChanges'))).toContain('First edition');
    const go = resolve('Releases', 'go');
    expect(go.children[0]).toMatchObject({
      type: 'table',
      data: { hProperties: { className: ['timeline', 'timeline--undated'] } },
    });
    expect(toString(go)).toContain('Releases without dates, newest firstChange0.0.2No notes');
  });

  it('group the changes of a day', () => {
    const [, ...rows] = (resolve('DocumentationChanges').children[0] as Table).children;
    const days = rows.map(({ children: [date] }) => date && toString(date));
    const first = rows
      .filter(({ data }) => data?.hProperties?.className)
      .map(({ children: [date] }) => date && toString(date));
    expect(first).toEqual([...new Set(days)]);
    expect(first.length).toBeLessThan(days.length);
  });

  it('fail the build for an SDK that is not listed', () => {
    expect(() => resolve('Releases', 'rust')).toThrow(
      '<Releases sdk="rust" />: changes.yaml has python, esp-idf, front-end, go',
    );
  });

  it('do not change other elements', () => {
    expect(resolve('Samples').children[0]?.type).toBe('mdxJsxFlowElement');
  });
});
