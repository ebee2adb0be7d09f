import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';

// `npm run search:push [-- --dry-run]`: uploads the search records of the built site to the hosted search provider.
await ensureInstalled();
await ensureBuilt();
process.exitCode = await runTool('tsx', ['site/search-push/index.ts', ...process.argv.slice(2)]);
