/** The server as it introduces itself, in a connection and on its card. */
export const identity = {
  name: 'io.anedya/docs',
  title: 'Anedya documentation',
  version: '0.1.0',
} as const;

/** Revisions of the Model Context Protocol that the server supports. */
const revisions = ['2026-07-28', '2025-11-25'];

/** Media type of a server card. */
export const cardType = 'application/mcp-server-card+json';

/**
 * Returns the card by which clients learn about the server before they connect (Server Card extension, SEP-2127,
 * https://github.com/modelcontextprotocol/experimental-ext-server-card).
 * @param endpoint URL of the MCP endpoint
 * @param websiteUrl URL of the site
 */
export function serverCard(endpoint: string, websiteUrl: string): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...identity,
    description: 'Searches and reads the Anedya documentation, and runs API requests in a sandbox.',
    websiteUrl,
    remotes: [{ type: 'streamable-http', url: endpoint, supportedProtocolVersions: revisions }],
  };
}
