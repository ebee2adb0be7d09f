import { buildAll } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

// `npm run build`: builds site and server from scratch.
await ensureInstalled();
await buildAll();
