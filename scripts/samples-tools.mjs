import { installDebianPackages } from './lib/debian.mjs';
import { installPaho, pythonPackages } from './lib/paho.mjs';
import { lackOf, sampleTools } from './lib/sample-tools.mjs';
import { logStep } from './lib/terminal.mjs';

// `npm run samples:tools`: installs what the tests run code samples with. `npm test` passes without it, and says what
// it skips.
const env = { ...process.env, PYTHONPATH: pythonPackages };
const findMissing = () =>
  Object.entries(sampleTools).flatMap(([name, tool]) => {
    const reason = lackOf(tool, env);
    return reason === undefined ? [] : [{ name, reason, ...tool }];
  });

const packages = findMissing().flatMap(({ debian }) => debian);
if (packages.length > 0) await installDebianPackages([...new Set(packages)]);
if (findMissing().some(({ name }) => name === 'mqtt/python')) await installPaho();

const missing = findMissing();
if (missing.length === 0) logStep('Every code sample can be run on this machine');
else {
  logStep('The samples of these are parsed only, not run. To run them, install by hand:');
  for (const { name, reason, byHand } of missing) console.log(`  ${name}: ${reason}; ${byHand}`);
}
