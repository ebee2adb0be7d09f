export { readDocs, type Docs } from './docs.ts';
export { respond } from './respond.ts';
export { SandboxClient, type SendRequest } from './sandbox.ts';
export { createDocsServer, type ServerDeps } from './server.ts';
export { Transcripts } from './transcripts.ts';
