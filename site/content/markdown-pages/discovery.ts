import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { portableFormats } from '@anedya-docs/code-samples/portable';
import type { LoadedVersion } from '@docusaurus/plugin-content-docs';
import { parse } from 'yaml';
import { apiConfigs } from '../api-reference/documents';
import { downloadsFolder, openApiFile } from '../api-reference/downloads';
import { workflowPath } from '../workflows';
import type { Site } from './page';

/** The OpenAPI documents: names, and paths below the base path of the site. */
const documents = apiConfigs.map((config) => ({
  name: config.indexTitle,
  path: `${downloadsFolder}/${openApiFile(config)}`,
}));

type Sidebars = LoadedVersion['sidebars'];
type SidebarItem = Sidebars[string][number];

/** A page in the index. */
interface IndexedPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Path of the page with its base path and a trailing slash. */
  readonly permalink: string;
  /** Estimated tokens of its Markdown, without the samples of an operation. */
  readonly tokens: number;
}

/** Page ids by heading, in sidebar order; a nested category has a separate heading. */
function groupsOf(sidebars: Sidebars): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const add = (heading: string, id: string) => {
    const ids = groups.get(heading);
    if (ids) ids.push(id);
    else groups.set(heading, [id]);
  };
  const walk = (items: readonly SidebarItem[], heading: string) => {
    for (const item of items) {
      if (item.type === 'doc') add(heading, item.id);
      if (item.type !== 'category') continue;
      const inner = heading === 'Start' ? item.label : `${heading}: ${item.label}`;
      if (item.link?.type === 'doc') add(inner, item.link.id);
      walk(item.items, inner);
    }
  };
  for (const items of Object.values(sidebars)) walk(items, 'Start');
  return groups;
}

/** URLs of the services for programs; `undefined` for a service that the site does not have. */
interface Endpoints {
  readonly mcp: string | undefined;
  /** Without a trailing slash. */
  readonly sandbox: string | undefined;
}

/**
 * Returns the text of `/llms.txt` (https://llmstxt.org): title and purpose of the site, other documents for programs, and
 * one line per page with the address of its Markdown, grouped like the sidebars.
 * @param title name of the site
 * @param purpose one sentence
 * @param workflows names of the workflows of the guides
 * @param fullTokens estimated tokens of all pages, without samples
 */
export function llmsIndex(
  title: string,
  purpose: string,
  workflows: readonly string[],
  sidebars: Sidebars,
  pages: readonly IndexedPage[],
  site: Site,
  { mcp, sandbox }: Endpoints,
  { skills, fullTokens }: { readonly skills: readonly Skill[]; readonly fullTokens: number },
): string {
  const base = site.url + site.baseUrl;
  const byId = new Map(pages.map((page) => [page.id, page]));
  const line = ({ title: name, permalink, description, tokens }: IndexedPage) =>
    `- [${name}](${site.url}${permalink}index.md): ${description} (${tokens} tokens)`;
  const sections: string[] = [];
  for (const [heading, ids] of groupsOf(sidebars)) {
    const lines: string[] = [];
    for (const id of ids) {
      const page = byId.get(id);
      if (!page) continue;
      // A page in two sidebars has only one line.
      byId.delete(id);
      lines.push(line(page));
    }
    if (lines.length > 0) sections.push(`## ${heading}\n\n${lines.join('\n')}`);
  }
  if (byId.size > 0) sections.push(`## More\n\n${[...byId.values()].map(line).join('\n')}`);
  // Not as links, which tools would check as pages.
  const files = documents.map(({ name, path: file }) => `${name} ${base}${file}`);
  const paragraphs = [
    `# ${title}`,
    `> ${purpose}`,
    'Each page is also served as Markdown at its own address for requests with `Accept: text/markdown`.',
    `All pages in one file, without the samples of operations and the long programs of guides: [llms-full.txt](${base}llms-full.txt) (${fullTokens} tokens). API documents (OpenAPI): ${files.join(', ')}. All requests of both APIs as files: ${base}${downloadsFolder}/{api}{extension}, where \`{api}\` is platform or device, and \`{extension}\` is ${portableFormats.map(({ extension, label }) => `\`${extension}\` (${label})`).join(', ')}. Requests of guides as workflows (Arazzo): ${base}${workflowPath('{name}')}, where \`{name}\` is ${workflows.join(', ')}.`,
    mcp &&
      `To search, read and try requests in a sandbox, connect to the MCP server at \`${mcp}\`: \`claude mcp add --transport http anedya-docs ${mcp}\`, \`codex mcp add anedya-docs --url ${mcp}\`, \`gemini mcp add --transport http anedya-docs ${mcp}\`, or \`{"mcpServers":{"anedya-docs":{"type":"http","url":"${mcp}"}}}\` in the configuration of another client.`,
    sandbox &&
      `Sandbox of both APIs, without an account: \`POST ${sandbox}/projects\` creates a project, and \`GET ${sandbox}/projects/current\` with \`Authorization: Bearer <API key>\` describes it. Both return base URLs, keys and ids.`,
    `## Instructions for common tasks\n\n${skills
      .map((skill) => `- [${skill.name}](${base}${skillPath(skill)}): ${skill.description}`)
      .join('\n')}`,
    ...sections,
  ];
  return `${paragraphs.filter((text) => text !== undefined).join('\n\n')}\n`;
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Folder of the skills below `site/static`. */
const skillsFolder = '.well-known/agent-skills';

/** Instructions for a task (https://agentskills.io). */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

/**
 * Reads the skills of the site.
 * @throws Error for a skill whose name is not that of its folder
 */
export async function readSkills(siteDir: string): Promise<readonly Skill[]> {
  const folder = path.join(siteDir, 'static', skillsFolder);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.sort().map(async (name) => {
      const text = await readFile(path.join(folder, name, 'SKILL.md'), 'utf8');
      const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
      const { name: stated, description } = (parse(head) ?? {}) as Readonly<
        Record<string, unknown>
      >;
      if (stated !== name || typeof description !== 'string') {
        throw new Error(
          `${skillsFolder}/${name}/SKILL.md must start with its name and description`,
        );
      }
      return { name, description, text };
    }),
  );
}

const skillPath = ({ name }: Skill) => `${skillsFolder}/${name}/SKILL.md`;

/**
 * Returns the index of the skills for agents (Agent Skills Discovery 0.2.0,
 * https://github.com/cloudflare/agent-skills-discovery-rfc).
 */
function skillIndex(skills: readonly Skill[], baseUrl: string): string {
  const $schema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
  const list = skills.map((skill) => ({
    name: skill.name,
    type: 'skill-md',
    description: skill.description,
    url: baseUrl + skillPath(skill),
    digest: `sha256:${createHash('sha256').update(skill.text).digest('hex')}`,
  }));
  return json({ $schema, skills: list });
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
 * @param mcp URL of the MCP endpoint, if there is one
 * @param workflows paths of the workflows below the base path
 * @param markdown URL paths of the Markdown files
 * @returns texts by URL path
 */
export function discoveryFiles(
  skills: readonly Skill[],
  site: Site,
  mcp: Endpoints['mcp'],
  workflows: readonly string[],
  markdown: readonly string[],
): ReadonlyMap<string, string> {
  const { baseUrl } = site;
  return new Map([
    [`${baseUrl}robots.txt`, robots(site, workflows)],
    [baseUrl + agentsSitemap, sitemap(site, workflows, markdown)],
    [`${baseUrl}${skillsFolder}/index.json`, skillIndex(skills, baseUrl)],
    ...(mcp === undefined
      ? []
      : [[`${baseUrl}.well-known/ai-catalog.json`, aiCatalog(site, mcp)] as const]),
  ]);
}
