import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll, buildStatic } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { fail, logStep } from './lib/terminal.mjs';

const { values } = parseArgs({
  options: { static: { type: 'boolean' }, 'out-dir': { type: 'string' } },
});
const folder = values['out-dir'];
if (folder !== undefined && !values.static) fail('--out-dir requires --static');

// `npm run build`: builds site and server from scratch; with `--static`, a site for hosts that only serve files.
await ensureInstalled();
const site = path.resolve(folder ?? 'site/build');
if (values.static) await buildStatic(site);
else await buildAll();
const name = path.relative('', site);
const variable = folder === undefined ? '' : `SITE_DIR=${name} `;
logStep(
  values.static
    ? `The site is in ${name}: copy it to your host. To try it, use "${variable}npm run serve".`
    : `The site is in ${name}. To serve it, use "npm start".`,
);
