import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { root, runTool } from './lib/run.mjs';
import { fail } from './lib/terminal.mjs';

// `npm run search:push [-- --dry-run]`: uploads the search records of the built site to the hosted search provider.
// It does not build: that could replace a site for static hosts with one for the server.
if (!existsSync(path.join(root, 'site/build/_headers')))
  fail('The site is not built: run "npm run build" first');
await ensureInstalled();
process.exitCode = await runTool('tsx', ['site/search-push/index.ts', ...process.argv.slice(2)]);
