import { buildAll } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

// `npm run build`: builds site and server afresh.
await ensureInstalled();
await buildAll();
