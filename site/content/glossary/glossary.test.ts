import { compile } from '@mdx-js/mdx';
import { describe, expect, it } from 'vitest';
import remarkGlossary from './';
import { termAnchor, terms } from './terms';

/** JavaScript that MDX generates for a page. */
async function compiled(source: string, path = 'docs/page.mdx'): Promise<string> {
  return String(await compile({ value: source, path }, { remarkPlugins: [remarkGlossary] }));
}

const linksIn = (page: string) =>
  [...page.matchAll(/href: "\/essentials\/concepts\/#([^"]+)"/g)].map(([, anchor]) => anchor);

describe('terms in prose', () => {
  it('link to the glossary at their first use, with the definition', async () => {
    const page = await compiled('A node has a connection key.\n\nNodes and nodes.');
    expect(linksIn(page)).toEqual(['term-node', 'term-connection-key']);
    expect(page).toContain('title: "Represents one device in the cloud.');
    expect(page).toContain('className: "term"');
  });

  it('are found in lists and in emphasis', async () => {
    expect(linksIn(await compiled('- one *asset* here'))).toEqual(['term-asset']);
  });

  it.each([
    'Install Node.js first.',
    'The subnode and node-list.',
    '`node`',
    '[the node](/x/)',
    '# Node',
    '<b>node</b>',
    'Open **OTA Deployments**.',
    'Set the environment variables first.',
    'Cron does not pass the variables of your shell.',
    'Derive it from a namespace UUID.',
    '```text\nnode\n```',
  ])('are no terms in %j', async (source) => {
    expect(linksIn(await compiled(source))).toEqual([]);
  });

  it('are left alone in the API reference', async () => {
    expect(linksIn(await compiled('A node.', 'docs/platform-api/node-list.mdx'))).toEqual([]);
  });
});

describe('<Glossary />', () => {
  it('lists every term under its anchor', async () => {
    const page = await compiled('A node.\n\n<Glossary />');
    for (const term of terms) {
      expect(page).toContain(`id: "${termAnchor(term)}"`);
      expect(page).toContain(term.definition);
    }
    expect(linksIn(page)).toEqual([]);
  });

  it('is in alphabetical order', () => {
    const names = terms.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
  });
});
