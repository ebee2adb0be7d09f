import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { buildIndex, loadIndex } from '@anedya-docs/search';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { writeDocsSite } from '../support/docs-site.ts';
import { anyLoad } from '../support/in-process-sandbox.ts';

/** One of the files of a long page, as `site/content/markdown-pages` writes it. */
function part(title: string, number: number, of: number, text: string, next?: string): string {
  const named = `${title} (part ${number} of ${of})`;
  const more = next === undefined ? '' : `\nContinued in [part ${number + 1} of ${of}](${next}).\n`;
  return `---\ntitle: "${named}"\ndescription: "Long."\ntokens: 1 # estimate\n---\n\n# ${named}\n\n${text}\n${more}`;
}

const files = {
  'guides/long/index.md': part(
    'Long page',
    1,
    3,
    'Start.\n\n## Over HTTP\n\nOne.\n\n### Troubleshooting\n\nOf HTTP.',
    'https://docs.anedya.io/guides/long/index-part-2.md',
  ),
  'guides/long/index-part-2.md': part(
    'Long page',
    2,
    3,
    '## Over MQTT\n\nTwo.\n\n### Troubleshooting\n\nOf MQTT.',
    'https://docs.anedya.io/guides/long/index-part-3.md',
  ),
  'guides/long/index-part-3.md': part('Long page', 3, 3, '## Next steps\n\nThree.'),
  'examples/commands/poll.py': '# Fetches commands.\nimport json\n',
  'guides/links/index.md': '# Links\n\nSee [Essentials](https://docs.anedya.io/essentials/).\n',
  'platform-api/node-create/index.md':
    '# Create a node\n\n## Code samples\n\n```bash\ncurl\n```\n\nThe same program in other languages: [Rust](x).\n\n`Response`\n',
  'platform-api/node-create/samples.md': part(
    'Create a node: code samples',
    1,
    2,
    '## Python\n\n```python\nimport json\n```',
    'https://docs.anedya.io/platform-api/node-create/samples-part-2.md',
  ),
  'platform-api/node-create/samples-part-2.md': part(
    'Create a node: code samples',
    2,
    2,
    '## Rust\n\n```rust\nuse std::env;\n```',
  ),
};

/** Adds a heading whose id its author chose, and a text below it with an id. */
async function addRecords(site: string): Promise<void> {
  const file = path.join(site, 'search/index.json');
  const { records } = loadIndex(await readFile(file, 'utf8'));
  const more = records.slice(0, 1).flatMap((record) =>
    (['what-can-go-wrong', 'mqtt-timeout'] as const).map((anchor) => ({
      ...record,
      objectID: anchor,
      type: 'lvl3' as const,
      hierarchy: {
        ...record.hierarchy,
        ...{ lvl1: 'Long page', lvl2: 'Over MQTT', lvl3: 'Troubleshooting' },
        ...(anchor === 'mqtt-timeout' && { lvl4: 'A term that is no heading' }),
      },
      anchor,
      url: `https://docs.anedya.io/guides/long/#${anchor}`,
      url_without_anchor: 'https://docs.anedya.io/guides/long/',
    })),
  );
  const [heading] = more;
  const content = 'The broker is busy. Reconnect slowly after a timeout.';
  const texts = heading
    ? [{ ...heading, objectID: 'text', type: 'content' as const, content }]
    : [];
  await writeFile(file, buildIndex([...records, ...more, ...texts]));
}

// The documents are parsed.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

async function put(siteDir: string, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(texts)) {
    await mkdir(path.dirname(path.join(siteDir, file)), { recursive: true });
    await writeFile(path.join(siteDir, file), text);
  }
}

/** Serves a built site, and connects a client to its MCP server. */
async function serve(siteDir: string, basePath = '/') {
  const options = { trustProxy: false, logLevel: 'silent', pressure: anyLoad };
  const app = await buildApp({ siteDir, basePath, ...options });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}${basePath}mcp`)));
  const close = async () => {
    await client.close();
    await app.close();
  };
  return { origin, client, close };
}

let site = '';
let origin = '';
let main: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  site = await writeDocsSite();
  await put(site, files);
  await addRecords(site);
  main = await serve(site);
  ({ origin } = main);
});
afterAll(async () => {
  await main.close();
  await rm(site, { recursive: true, force: true });
});

async function use(
  name: string,
  args: Record<string, unknown>,
  client = main.client,
): Promise<string> {
  const { content } = await client.callTool({ name, arguments: args });
  const [{ text } = {}] = content as { text?: string }[];
  return text?.trimEnd() ?? '';
}
const read = (page: string, section?: string) =>
  use('read', { page, ...(section !== undefined && { section }) });

describe('a page with several files', () => {
  it('is read as one', async () => {
    expect(await read('/guides/long/')).toBe(
      '---\ntitle: "Long page"\ndescription: "Long."\n---\n\n# Long page\n\nStart.\n\n## Over HTTP\n\nOne.\n\n### Troubleshooting\n\nOf HTTP.\n\n## Over MQTT\n\nTwo.\n\n### Troubleshooting\n\nOf MQTT.\n\n## Next steps\n\nThree.',
    );
  });

  it.each(['index.md', 'index-part-2.md', 'index-part-3.md'])('is found by %s', async (file) => {
    const text = await read(`https://docs.anedya.io/guides/long/${file}`);
    expect(text).toContain('Three.');
  });

  it('has the sections of all its files', async () => {
    expect(await read('/guides/long/', 'Next steps')).toBe('## Next steps\n\nThree.');
    expect(await read('/guides/long/#over-mqtt')).toContain('Two.');
  });

  it('has the samples of all languages', async () => {
    const text = await read('https://docs.anedya.io/platform-api/node-create/samples.md');
    expect(text).toContain('import json');
    expect(text).toContain('use std::env;');
  });
});

it('reads a program that a page links to', async () => {
  const program = '# Fetches commands.\nimport json';
  expect(await read('https://docs.anedya.io/examples/commands/poll.py')).toBe(program);
  expect(await read('/examples/commands/none.py')).toContain('There is no page');
});

it('links to the server of the client', async () => {
  expect(await read('/guides/links/')).toContain(`(${origin}/essentials/)`);
  const { contents } = await main.client.readResource({ uri: 'docs://anedya/guides/links/' });
  expect(JSON.stringify(contents)).toContain(`(${origin}/essentials/)`);
  expect(await use('search', { query: 'troubleshooting' })).toContain(`${origin}/guides/long/#`);
});

it('finds each URL once, with the sentence that matches', async () => {
  const text = await use('search', { query: 'troubleshooting reconnect' });
  expect(text.match(/#what-can-go-wrong$/gm)).toHaveLength(1);
  expect(text).toContain('#what-can-go-wrong\n   Reconnect slowly after a timeout.');
});

it('says that an offset is past the end', async () => {
  const args = { page: '/guides/links/', offset: 1_000 };
  expect(await use('read', args)).toMatch(/^The offset is past the end \(\d+ characters\)\.$/);
});

it('reads what it finds on a site below a path', async () => {
  const below = await writeDocsSite();
  const url = 'https://docs.anedya.io/manual/guides/below/';
  const markdown = `---\ntitle: "Below"\ndescription: "Below."\nurl: ${url}\n---\n\n# Below\n\n## Steps\n\nOne.\n`;
  await put(below, { 'guides/below/index.md': markdown, 'examples/poll.py': 'import json\n' });
  const index = path.join(below, 'search/index.json');
  const records = loadIndex(await readFile(index, 'utf8')).records.map((record) => ({
    ...record,
    hierarchy: { ...record.hierarchy, lvl1: 'Below', lvl2: 'Steps' },
    anchor: 'chosen',
    url: `${url}#chosen`,
    url_without_anchor: url,
  }));
  await writeFile(index, buildIndex(records));
  const served = await serve(below, '/manual/');
  onTestFinished(async () => {
    await served.close();
    await rm(below, { recursive: true, force: true });
  });
  const [found = ''] = /http\S+/.exec(await use('search', { query: 'steps' }, served.client)) ?? [];
  expect(found).toBe(`${served.origin}/manual/guides/below/#chosen`);
  const section = '## Steps\n\nOne.';
  expect(await use('read', { page: found }, served.client)).toBe(section);
  expect(await use('read', { page: '/guides/below/#chosen' }, served.client)).toBe(section);
  const program = `${served.origin}/manual/examples/poll.py`;
  expect(await use('read', { page: program }, served.client)).toBe('import json');
});

describe('an anchor', () => {
  it.each(['what-can-go-wrong', 'mqtt-timeout'])(
    'that is not in the Markdown leads to its section: %s',
    async (anchor) => {
      const expected = '### Troubleshooting\n\nOf MQTT.';
      expect(await read(`/guides/long/#${anchor}`)).toBe(expected);
      expect(await read('/guides/long/', anchor)).toBe(expected);
    },
  );

  it('that the page does not have is named', async () => {
    const text = await read('/guides/long/#nowhere');
    expect(text).toMatch(/^The page has no section "#nowhere"\. Sections: "Over HTTP", /);
    expect(text).not.toContain('Three.');
  });
});
