import { expect, it } from 'vitest';
import { chatUrl, mcpClients, pageMarkdown } from './agents';

const url = 'https://docs.test/base/mcp';

it('configures each MCP client in the form of its documentation', () => {
  const texts = new Map(
    mcpClients(url).map(({ name, configuration }) => [name, configuration] as const),
  );
  expect(texts.get('Claude Code')).toBe(`claude mcp add --transport http anedya-docs ${url}`);
  expect(texts.get('Codex CLI')).toBe(`codex mcp add anedya-docs --url ${url}`);
  expect(texts.get('Gemini CLI')).toBe(`gemini mcp add --transport http anedya-docs ${url}`);
  expect(texts.get('VS Code')).toBe(
    `code --add-mcp "{\\"name\\":\\"anedya-docs\\",\\"type\\":\\"http\\",\\"url\\":\\"${url}\\"}"`,
  );
  const parsed = (name: string): unknown => JSON.parse(texts.get(name) ?? '');
  expect(parsed('Cursor')).toEqual({ mcpServers: { 'anedya-docs': { url } } });
  expect(parsed('Other clients')).toEqual({
    mcpServers: { 'anedya-docs': { type: 'http', url } },
  });
});

const page = 'https://docs.test/guide/';

/** A server with these files below the page. */
const serve =
  (files: Readonly<Record<string, string>>): typeof fetch =>
  (input) => {
    const text = files[(input as URL).href.replace(page, '')];
    return Promise.resolve(
      new Response(text ?? 'No page', { status: text === undefined ? 404 : 200 }),
    );
  };

it('reads a page of one file', async () => {
  const text = '---\ntitle: "Guide"\n---\n\n# Guide\n\nText.\n';
  expect(await pageMarkdown(`${page}?query#anchor`, serve({ 'index.md': text }))).toBe(text);
});

it('joins the files of a long page under one front matter', async () => {
  const file = (part: number) =>
    `---\ntitle: "Guide (part ${part} of 3)"\n---\n\n# Guide (part ${part} of 3)\n\nText ${part}.\n`;
  const files = { 'index.md': file(1), 'index-part-2.md': file(2), 'index-part-3.md': file(3) };
  const text = await pageMarkdown(page, serve(files));
  expect(text.match(/^title:/gm)).toHaveLength(1);
  expect(text.match(/^Text \d\.$/gm)).toEqual(['Text 1.', 'Text 2.', 'Text 3.']);
});

it('rejects when a file is missing', async () => {
  await expect(pageMarkdown(page, serve({}))).rejects.toThrow('index.md: HTTP 404');
});

it('opens a chat with the Markdown of a page, and nothing else of its URL', () => {
  const url = chatUrl('https://chat.test/?q=Read%20{page}&m=1', `${page}?q=secret#anchor`);
  expect(url).toBe('https://chat.test/?q=Read%20https%3A%2F%2Fdocs.test%2Fguide%2Findex.md&m=1');
});
