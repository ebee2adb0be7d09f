import type { Root } from 'mdast';
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
  it('become tables', () => {
    expect(toString(resolve('DocumentationChanges'))).toContain('First edition');
    const go = resolve('Releases', 'go');
    expect(go.children[0]?.type).toBe('table');
    expect(toString(go)).toContain('0.0.2No notes');
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
