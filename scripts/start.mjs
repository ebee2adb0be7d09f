import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { logStep } from './lib/terminal.mjs';

// `npm start`: installs and builds what is missing, then serves. Requires only Node.js.
await ensureInstalled();
await ensureBuilt();
logStep('Starting the server (stop it with Ctrl+C)…');
process.env.LOG_LEVEL ??= 'warn';
process.env.LOG_FORMAT ??= 'text';
// The build folder does not exist before the first build, so its path is not a literal.
const server = new URL('../packages/server/dist/main.js', import.meta.url);
await import(server.href);
