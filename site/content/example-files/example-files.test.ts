import { compile } from '@mdx-js/mdx';
import type { Code, Root } from 'mdast';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import remarkExampleFiles, { readExample } from './';
import rehypeHighlightedCode from '../highlight/rehype-highlighted-code';

const fence = (meta: string, body = '') => `\`\`\`python ${meta}\n${body}\`\`\`\n`;

/** Like the framework, passes the meta string of a fence to rehype plugins after all remark plugins. */
const passMeta = () => (tree: Root) => {
  const fences = tree.children.filter((node): node is Code => node.type === 'code');
  for (const node of fences) node.data = { hProperties: { metastring: node.meta } };
};

/** JavaScript that MDX generates for a page, with highlighting. */
async function compiled(source: string): Promise<string> {
  const plugins = {
    remarkPlugins: [remarkExampleFiles, passMeta],
    rehypePlugins: [rehypeHighlightedCode],
  };
  return String(await compile({ value: source, path: 'page.mdx' }, plugins));
}

describe('a fence with file=', () => {
  it('shows the whole file, highlighted, without the marks of regions', async () => {
    const page = await compiled(fence('file="access-token/sign.py"'));
    expect(page).toContain('language: "python"');
    expect(page).toContain('hljs-keyword');
    expect(page).toContain('Signs a platform request');
    expect(page).not.toContain('region');
  });

  it('keeps the other attributes for the plugins behind it', async () => {
    const page = await compiled(
      fence('title="sign.py" file="access-token/sign.py" sample="sign" label="Python"'),
    );
    expect(page).toContain('title: "sign.py"');
    expect(page).toContain('sample: "sign"');
    expect(page).toContain('label: "Python"');
    expect(page).not.toContain('access-token/sign.py');
  });

  it('shows a region or a range of lines', async () => {
    const region = await compiled(fence('file="access-token/sign.py" region="sign"'));
    expect(region).toContain('digest');
    expect(region).not.toContain('urllib');
    const lines = await compiled(fence('file="access-token/sign.py" lines="1"'));
    expect(lines).toContain('Anedya Signature v1');
    expect(lines).not.toContain('Install');
  });

  it('finds fences inside of lists and components', async () => {
    const page = await compiled(
      `- One\n\n  \`\`\`python file="ota/ota.py"\n  \`\`\`\n\n<div>\n\n${fence('file="commands/poll.py"')}\n</div>\n`,
    );
    expect(page).toContain('assetChecksum');
    expect(page).toContain('INTERVAL_SEC');
  });

  it('leaves other fences alone', async () => {
    const page = await compiled(fence('title="own"', 'mine = 1\n'));
    expect(page).toContain('mine = ');
  });
});

describe('the build stops at', () => {
  it.each([
    [
      'an unknown file',
      fence('file="ota/none.py"'),
      /no file "ota\/none\.py".*esp_idf\.c, ota\.py/,
    ],
    ['a folder', fence('file="ota"'), /no file "ota"/],
    ['an empty name', fence('file=""'), /outside site\/examples/],
    ['a file elsewhere', fence('file="../package.json"'), /outside site\/examples/],
    ['an absolute path', fence('file="/etc/hosts"'), /outside site\/examples/],
    ['a body', fence('file="ota/ota.py"', 'x = 1\n'), /must have no body/],
    ['a missing quote', fence('file=ota/ota.py'), /file="ota\/ota\.py" with double quotes/],
    ['a region without a file', fence('region="sign"'), /needs file=/],
    ['lines without a file', fence('lines="1-2"', 'x = 1\n'), /needs file=/],
    [
      'region and lines',
      fence('file="ota/ota.py" region="main" lines="1"'),
      /use either lines= or region=, not both/,
    ],
    ['an unknown region', fence('file="ota/ota.py" region="x"'), /"x".*download, main/],
    ['lines beyond the end', fence('file="ota/ota.py" lines="5-9999"'), /the file has \d+ lines/],
  ])('%s, and names the line', async (_, source, message) => {
    const page = `One.\n\n${source}`;
    await expect(compiled(page)).rejects.toThrow(message);
    await expect(compiled(page)).rejects.toMatchObject({ line: 3 });
  });
});

it('reads no file through a link that leads elsewhere', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'examples-'));
  const inner = path.join(folder, 'inner');
  try {
    mkdirSync(inner);
    writeFileSync(path.join(folder, 'secret.py'), 'x\n');
    writeFileSync(path.join(inner, 'own.py'), 'a\r\nb\r\n');
    symlinkSync(path.join(folder, 'secret.py'), path.join(inner, 'link.py'));
    expect(readExample('own.py', inner)).toBe('a\nb\n');
    expect(() => readExample('link.py', inner)).toThrow(/outside/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
