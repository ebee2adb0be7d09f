import { compile } from '@mdx-js/mdx';
import { describe, expect, it } from 'vitest';
import remarkNamedFacts, { latestFacts } from './';
import { checkName } from './check-names';
import { apis } from '../api-reference/test-support';

/** JavaScript that MDX generates for a page, or the error of the build. */
async function compiled(source: string, path: string): Promise<string> {
  return String(await compile({ value: source, path }, { remarkPlugins: [remarkNamedFacts] }));
}

describe('a page of prose', () => {
  it('passes when its names are in the documents', async () => {
    expect(await compiled('Send `node_name`.', 'site/docs/x.mdx')).toContain('node_name');
  });

  it('fails with file, line and message of every violation', async () => {
    const page = 'One.\n\nSend `nodename`.\n\n- Up to 3 MB\n\n```json\n{"nope": 1}\n```\n';
    const failed = compiled(page, 'site/docs/x.mdx');
    await expect(failed).rejects.toMatchObject({ line: 3 });
    await expect(failed).rejects.toThrow(
      /^site\/docs\/x\.mdx:3: the name "nodename".*\nsite\/docs\/x\.mdx:5: "3 MB".*\nsite\/docs\/x\.mdx:7: the field "nope".*$/,
    );
  });
});

it.each(['site/docs/platform-api/x.mdx', 'site/docs/device/api/x.mdx'])(
  '%s is generated and is not checked',
  async (path) => {
    expect(await compiled('`nodename`, 3 MB', path)).toContain('nodename');
  },
);

it('pages next to those folders are checked', async () => {
  await expect(compiled('`nodename`', 'site/docs/device/index.mdx')).rejects.toThrow(
    'site/docs/device/index.mdx:1: ',
  );
});

it('collects the facts again when the list of other names changes', () => {
  const list = (name: string) =>
    ['names', 'programs', 'quantities']
      .map((key) => `${key}: [{ group: g, why: w, entries: [${name}] }]`)
      .join('\n');
  const before = latestFacts(apis, list('other'));
  expect(latestFacts(apis, list('other'))).toBe(before);
  expect(checkName(before, 'nodename')).not.toEqual([]);
  expect(checkName(latestFacts(apis, list('nodename')), 'nodename')).toEqual([]);
});
