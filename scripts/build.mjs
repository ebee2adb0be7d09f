import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll, buildStatic } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';

const { values } = parseArgs({
  options: { static: { type: 'boolean' }, 'out-dir': { type: 'string', default: 'site/build' } },
});

// `npm run build`: builds site and server from scratch; with `--static`, a site for hosts that only serve files.
await ensureInstalled();
if (values.static) await buildStatic(path.resolve(values['out-dir']));
else await buildAll();
