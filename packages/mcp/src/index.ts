export { readDocs, type Docs } from './docs.ts';
export { SandboxClient, Transcripts, type SendRequest } from './sandbox.ts';
export { createDocsServer, type ServerDeps } from './server.ts';
export { createMcpHandler } from '@modelcontextprotocol/server';
