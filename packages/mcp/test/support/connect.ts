import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import type { SearchRecord } from '@anedya-docs/search';
import type { SandboxClient } from '../../src/sandbox.ts';
import { createDocsServer, type ServerDeps } from '../../src/server.ts';
import { Transcripts } from '../../src/transcripts.ts';
import { docsOfDocuments } from './documents.ts';

/** Connects a client to a server with all tools. */
export async function connect(
  sandbox: SandboxClient,
  platform?: ServerDeps['platform'],
  records: readonly SearchRecord[] = [],
): Promise<Client> {
  const docs = await docsOfDocuments(records);
  const server = createDocsServer({ docs, sandbox, transcripts: new Transcripts(), platform });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await server.connect(one);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(other);
  onTestFinished(() => client.close());
  return client;
}

/** Calls a tool, and returns the text of its result. */
export async function textOf(client: Client, name: string, args: object): Promise<string> {
  const { content } = await client.callTool({ name, arguments: { ...args } });
  return (content as { text?: string }[]).map(({ text = '' }) => text).join('\n');
}
