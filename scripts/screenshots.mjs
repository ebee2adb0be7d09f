import { ensureBuilt } from './lib/build.mjs';
import { findBrowser } from './lib/browser.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';

// `npm run screenshots [-- --against <folder of another site build>]`: writes `screenshots/index.html`, a contact sheet of 30 views
// at three widths in both color modes.
await ensureInstalled('all');
await ensureBuilt();
process.env.CHROME_PATH = await findBrowser();
process.exitCode = await runTool('tsx', ['tests/screenshots/index.ts', ...process.argv.slice(2)]);
