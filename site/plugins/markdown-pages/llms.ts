import type { LoadedVersion } from '@docusaurus/plugin-content-docs';
import { portableFormats } from '@anedya-docs/code-samples/portable';
import { downloadsFolder } from '../api-reference/downloads';
import { workflowPath } from '../workflows';
import type { Site } from './page';

type Sidebars = LoadedVersion['sidebars'];
type SidebarItem = Sidebars[string][number];

/** A page in the index. */
export interface IndexedPage {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Path of the page with its base path and a trailing slash. */
  readonly permalink: string;
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

/**
 * Returns the text of `/llms.txt` (https://llmstxt.org): title and purpose of the site, other documents for programs, and
 * one line per page with the address of its Markdown, grouped like the sidebars.
 * @param title name of the site
 * @param purpose one sentence
 * @param documents paths of the OpenAPI documents below the base path, with their names
 * @param workflows names of the workflows of the guides
 */
export function llmsIndex(
  title: string,
  purpose: string,
  documents: readonly { readonly name: string; readonly path: string }[],
  workflows: readonly string[],
  sidebars: Sidebars,
  pages: readonly IndexedPage[],
  site: Site,
): string {
  const base = site.url + site.baseUrl;
  const byId = new Map(pages.map((page) => [page.id, page]));
  const line = ({ title: name, permalink, description }: IndexedPage) =>
    `- [${name}](${site.url}${permalink}index.md): ${description}`;
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
  const files = documents.map(({ name, path }) => `${name} ${base}${path}`);
  return `${[
    `# ${title}`,
    `> ${purpose}`,
    'Each page is also served as Markdown at its own address for requests with `Accept: text/markdown`.',
    `All pages in one file: [llms-full.txt](${base}llms-full.txt). API documents (OpenAPI): ${files.join(', ')}. All requests of both APIs as files: ${base}${downloadsFolder}/{api}{extension}, where \`{api}\` is platform or device, and \`{extension}\` is ${portableFormats.map(({ extension, label }) => `\`${extension}\` (${label})`).join(', ')}. Requests of guides as workflows (Arazzo): ${base}${workflowPath('{name}')}, where \`{name}\` is ${workflows.join(', ')}.`,
    `To search, read and try requests in a sandbox, connect to the MCP server at \`${base}mcp\` (not on static hosts). Instructions for common tasks (agent skills): ${base}.well-known/agent-skills/index.json.`,
    `Sandbox of both APIs, without an account: \`POST ${base}sandbox/projects\` creates a project, and \`GET ${base}sandbox/projects/current\` with \`Authorization: Bearer <API key>\` describes it. Both return base URLs, keys and ids.`,
    ...sections,
  ].join('\n\n')}\n`;
}
