import { fileURLToPath } from 'node:url';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readDocs } from './docs.ts';
import { PlatformClient, platformSettings } from './platform.ts';
import { SandboxClient, sendTo } from './sandbox.ts';
import { createDocsServer } from './server.ts';
import { Transcripts } from './transcripts.ts';

// `npm run mcp`: the documentation as an MCP server on standard input and output. The sandbox is that of a running server.
// A client may pass settings that its user left empty.
const { SITE_DIR: folder = '', ANEDYA_DOCS_URL: url = '' } = process.env;
const built = new URL('../../../site/build', import.meta.url);
const siteDir = folder === '' ? fileURLToPath(built) : folder;
const address = url === '' ? 'http://localhost:3000/' : url;
if (!/^https?:/.test(address) || !URL.canParse(address)) {
  fail('ANEDYA_DOCS_URL is not the URL of a server, such as http://localhost:3000/');
}
const site = new URL(address);

const sandbox = new SandboxClient(sendTo(site), site.hostname);

/** @throws Error for settings that are not valid */
function readPlatform(): PlatformClient | undefined {
  const settings = platformSettings(process.env);
  return settings && new PlatformClient(settings);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

let platform: PlatformClient | undefined;
try {
  platform = readPlatform();
} catch (error) {
  fail((error as Error).message);
}
try {
  const docs = await readDocs(siteDir);
  const transcripts = new Transcripts();
  serveStdio(() => createDocsServer({ docs, sandbox, transcripts, platform, origin: site.origin }));
} catch (error) {
  fail(
    `Could not read the built site in ${siteDir} (${(error as Error).message}): run "npm run build" first, or set SITE_DIR`,
  );
}
