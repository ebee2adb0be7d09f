import { expect, it } from 'vitest';
import path from 'node:path';
import { llmsIndex, readSkills } from './discovery';

const site = { url: 'https://docs.test', baseUrl: '/base/', permalinkOf: () => undefined };

const skills = [{ name: 'read-data', description: 'Read data.', text: '' }];
const pages = [{ id: 'a', title: 'A', description: 'About A.', permalink: '/base/a/', tokens: 12 }];

/** The index of a site with one page. */
const index = (mcp: string | undefined, sandbox: string | undefined) =>
  llmsIndex('Docs', 'All of it.', [], {}, pages, site, { mcp, sandbox }, { skills, fullTokens: 9 });

it('names the endpoints of the site', () => {
  const text = index('https://mcp.test/mcp', 'https://try.test/sandbox');
  expect(text).toContain('connect to the MCP server at `https://mcp.test/mcp`: `claude mcp add ');
  expect(text).toContain('`codex mcp add anedya-docs --url https://mcp.test/mcp`');
  expect(text).toContain('`POST https://try.test/sandbox/projects`');
  expect(text).toContain('`GET https://try.test/sandbox/projects/current`');
});

it('omits the endpoints that a site does not have', () => {
  const text = index(undefined, undefined);
  expect(text).not.toMatch(/MCP|sandbox/i);
});

it('links to the skills, and names the sizes of the texts', () => {
  const text = index(undefined, undefined);
  expect(text).toContain(
    '- [read-data](https://docs.test/base/.well-known/agent-skills/read-data/SKILL.md): Read data.\n',
  );
  expect(text).toContain('[llms-full.txt](https://docs.test/base/llms-full.txt) (9 tokens)');
  expect(text).toContain('- [A](https://docs.test/base/a/index.md): About A. (12 tokens)');
});

it('says in each skill where the operations are, for agents without the MCP server', async () => {
  for (const { name, text } of await readSkills(path.resolve(__dirname, '../..'))) {
    expect(text, name).toContain('`/platform-api/node-create/index.md`');
    expect(text, name).toContain('`/device/api/submitdata/index.md`');
  }
});
