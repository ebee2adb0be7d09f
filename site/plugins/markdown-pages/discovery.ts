import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { apiConfigs } from '../api-reference/documents';
import { downloadsFolder, openApiFile } from '../api-reference/downloads';
import type { Site } from './page';

/** The OpenAPI documents: names, and paths below the base path of the site. */
export const documents = apiConfigs.map((config) => ({
  name: config.indexTitle,
  path: `${downloadsFolder}/${openApiFile(config)}`,
}));

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Folder of the skills below `site/static`. */
const skillsFolder = '.well-known/agent-skills';

/**
 * Returns the index of the skills for agents (Agent Skills Discovery 0.2.0,
 * https://github.com/cloudflare/agent-skills-discovery-rfc).
 * @throws Error for a skill whose name is not that of its folder
 */
async function skillIndex(siteDir: string, baseUrl: string): Promise<string> {
  const folder = path.join(siteDir, 'static', skillsFolder);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const skills = names.sort().map(async (name) => {
    const text = await readFile(path.join(folder, name, 'SKILL.md'), 'utf8');
    const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
    const { name: stated, description } = (parse(head) ?? {}) as Readonly<Record<string, unknown>>;
    if (stated !== name || typeof description !== 'string') {
      throw new Error(`${skillsFolder}/${name}/SKILL.md must start with its name and description`);
    }
    return {
      name,
      type: 'skill-md',
      description,
      url: `${baseUrl}${skillsFolder}/${name}/SKILL.md`,
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    };
  });
  const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
  return json({ $schema, skills: await Promise.all(skills) });
}

/** Name of the sitemap of the files for programs. */
const agentsSitemap = 'sitemap-markdown.xml';

/** Returns the text of `/robots.txt` (RFC 9309): everything may be read, and where programs find it. */
function robots({ url, baseUrl }: Site, workflows: readonly string[]): string {
  const base = url + baseUrl;
  return [
    `# Markdown for programs: ${base}llms.txt, all pages in one file: ${base}llms-full.txt`,
    // Not a directive: search engines would index each page twice.
    `# Sitemap of the Markdown: ${base}${agentsSitemap}`,
    ...documents.map(({ name, path: file }) => `# ${name} (OpenAPI): ${base}${file}`),
    ...workflows.map((file) => `# Workflow (Arazzo): ${base}${file}`),
    'User-agent: *',
    'Allow: /',
    '',
    `Sitemap: ${base}sitemap.xml`,
    '',
  ].join('\n');
}

/** Returns the sitemap of all files for programs (https://www.sitemaps.org/protocol.html). */
function sitemap(
  { url, baseUrl }: Site,
  workflows: readonly string[],
  markdown: readonly string[],
): string {
  const files = documents.map(({ path: file }) => file);
  const others = ['llms.txt', 'llms-full.txt', ...files, ...workflows];
  const paths = [...others.map((file) => baseUrl + file), ...markdown];
  const entries = paths.map((urlPath) => `<url><loc>${url}${urlPath}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}

/**
 * Returns the catalog by which clients find the MCP server of this domain: its entry links to the card of the server, which
 * the server serves itself (Server Card extension, SEP-2127,
 * https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/docs/discovery.md, and AI Catalog,
 * https://github.com/Agent-Card/ai-catalog).
 * @param endpoint URL of the MCP endpoint
 */
function aiCatalog({ url, baseUrl }: Site, endpoint: string): string {
  const displayName = 'Anedya documentation';
  return json({
    specVersion: '1.0',
    host: { displayName, documentationUrl: url + baseUrl },
    entries: [
      {
        identifier: `urn:air:${new URL(url).hostname}:docs:mcp`,
        displayName,
        type: 'application/mcp-server-card+json',
        url: `${endpoint}/server-card`,
      },
    ],
  });
}

/**
 * Returns the files by which programs find the texts, documents, skills and the MCP server of the site.
 * @param mcpUrl setting `MCP_URL`: another MCP endpoint than that of this server, or empty for none
 * @param workflows paths of the workflows below the base path
 * @param markdown URL paths of the Markdown files
 * @returns texts by URL path
 */
export async function discoveryFiles(
  siteDir: string,
  site: Site,
  mcpUrl: string | undefined,
  workflows: readonly string[],
  markdown: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { url, baseUrl } = site;
  const endpoint = mcpUrl === '' ? undefined : new URL(mcpUrl ?? `${baseUrl}mcp`, url).href;
  return new Map([
    [`${baseUrl}robots.txt`, robots(site, workflows)],
    [baseUrl + agentsSitemap, sitemap(site, workflows, markdown)],
    [`${baseUrl}${skillsFolder}/index.json`, await skillIndex(siteDir, baseUrl)],
    ...(endpoint === undefined
      ? []
      : [[`${baseUrl}.well-known/ai-catalog.json`, aiCatalog(site, endpoint)] as const]),
  ]);
}
