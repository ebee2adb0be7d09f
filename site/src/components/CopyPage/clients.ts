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
 * https://developers.openai.com/codex/mcp, https://cursor.com/docs/mcp,
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
      name: 'Cursor',
      target: '.cursor/mcp.json',
      language: 'json',
      configuration: json({ mcpServers: { [server]: { url } } }),
    },
    {
      name: 'VS Code',
      target: '.vscode/mcp.json',
      language: 'json',
      configuration: json({ servers: { [server]: remote } }),
    },
    {
      name: 'Other clients',
      target: 'mcp.json',
      language: 'json',
      configuration: json({ mcpServers: { [server]: remote } }),
    },
  ];
}
