/** What coding agents get: the Markdown of a page, and the configurations for the MCP server of this site. */

/**
 * Reads the Markdown of a page. Long pages have several files (`content/markdown-pages`); their texts are joined.
 * @param page URL of the page, which ends with a slash
 * @throws Error when a file cannot be read
 */
export async function pageMarkdown(page: string, get: typeof fetch): Promise<string> {
  const read = async (file: string) => {
    const response = await get(new URL(file, page));
    if (!response.ok) throw new Error(`${file}: HTTP ${response.status}`);
    return response.text();
  };
  const first = await read('index.md');
  const [, count = '1'] = /^title: .* \(part 1 of (\d+)\)"$/m.exec(first) ?? [];
  const files = Array.from(
    { length: Number(count) - 1 },
    (_, index) => `index-part-${index + 2}.md`,
  );
  const others = await Promise.all(files.map(read));
  return [first, ...others.map((text) => text.replace(/^---\n[\s\S]*?\n---\n/, ''))].join('\n');
}

/**
 * Returns the URL that opens a chat with the Markdown of a page.
 * @param template setting `ASSISTANTS`: a URL with `{page}`
 * @param page URL of the page, which ends with a slash before its query and fragment
 */
export function chatUrl(template: string, page: string): string {
  const markdown = new URL('index.md', page).href;
  return template.replaceAll('{page}', encodeURIComponent(markdown));
}

/** Configuration of an MCP client for this site's server. */
export interface McpClient {
  readonly name: string;
  /** File to write the configuration to, or `Terminal` for a command. */
  readonly target: string;
  readonly language: 'bash' | 'json';
  readonly configuration: string;
}

const server = 'anedya-docs';

const json = (value: object) => JSON.stringify(value, null, 2);

/**
 * Returns the configurations of common MCP clients, as their documentation describes them: https://code.claude.com/docs/en/mcp,
 * https://developers.openai.com/codex/mcp, https://geminicli.com/docs/tools/mcp-server, https://cursor.com/docs/mcp,
 * https://code.visualstudio.com/docs/agents/reference/mcp-configuration.
 * @param url absolute URL of the MCP endpoint (Streamable HTTP)
 */
export function mcpClients(url: string): McpClient[] {
  const remote = { type: 'http', url };
  return [
    {
      name: 'Claude Code',
      target: 'Terminal',
      language: 'bash',
      configuration: `claude mcp add --transport http ${server} ${url}`,
    },
    {
      name: 'Codex CLI',
      target: 'Terminal',
      language: 'bash',
      configuration: `codex mcp add ${server} --url ${url}`,
    },
    {
      name: 'Gemini CLI',
      target: 'Terminal',
      language: 'bash',
      configuration: `gemini mcp add --transport http ${server} ${url}`,
    },
    {
      name: 'Cursor',
      target: '.cursor/mcp.json',
      language: 'json',
      configuration: json({ mcpServers: { [server]: { url } } }),
    },
    {
      name: 'VS Code',
      target: 'Terminal',
      language: 'bash',
      // Double quotes are quotes in each shell, of Windows too.
      configuration: `code --add-mcp ${JSON.stringify(JSON.stringify({ name: server, ...remote }))}`,
    },
    {
      name: 'Other clients',
      target: 'mcp.json',
      language: 'json',
      configuration: json({ mcpServers: { [server]: remote } }),
    },
  ];
}
