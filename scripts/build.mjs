import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll, buildStatic } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fail } from './lib/terminal.mjs';

const { values } = parseArgs({
  options: { static: { type: 'boolean' }, 'out-dir': { type: 'string' } },
});
const folder = values['out-dir'];
if (folder !== undefined && !values.static) fail('--out-dir requires --static');

// `npm run build`: builds site and server from scratch; with `--static`, a site for hosts that only serve files.
await ensureInstalled();
if (values.static) await buildStatic(path.resolve(folder ?? 'site/build'));
else await buildAll();
