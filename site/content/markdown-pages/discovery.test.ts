import { expect, it } from 'vitest';
import { llmsIndex } from './discovery';

const site = { url: 'https://docs.test', baseUrl: '/base/', permalinkOf: () => undefined };

/** The index of a site without pages. */
const index = (mcp: string | undefined, sandbox: string | undefined) =>
  llmsIndex('Docs', 'All of it.', [], {}, [], site, { mcp, sandbox });

it('names the endpoints of the site', () => {
  const text = index('https://mcp.test/mcp', 'https://try.test/sandbox');
  expect(text).toContain('connect to the MCP server at `https://mcp.test/mcp`.\n');
  expect(text).toContain('`POST https://try.test/sandbox/projects`');
  expect(text).toContain('`GET https://try.test/sandbox/projects/current`');
});

it('omits the endpoints that a site does not have', () => {
  const text = index(undefined, undefined);
  expect(text).not.toMatch(/MCP|sandbox/i);
  expect(text).toContain('https://docs.test/base/.well-known/agent-skills/index.json');
});
