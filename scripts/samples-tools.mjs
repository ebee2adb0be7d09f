import { installDebianPackages } from './lib/debian.mjs';
import { installPythonPackages, pythonPackages } from './lib/python-packages.mjs';
import { missingToolOf, sampleTools } from './lib/sample-tools.mjs';
import { logStep } from './lib/terminal.mjs';

// `npm run samples:tools`: installs the tools that the tests need to run code samples. `npm test` also passes without them,
// and prints what it skips.
const env = { ...process.env, PYTHONPATH: pythonPackages };
const findMissing = () =>
  Object.entries(sampleTools).flatMap(([name, tool]) => {
    const reason = missingToolOf(tool, env);
    return reason === undefined ? [] : [{ name, reason, ...tool }];
  });

const packages = findMissing().flatMap(({ debian }) => debian);
if (packages.length > 0) await installDebianPackages([...new Set(packages)]);
if (findMissing().some(({ name }) => name === 'mqtt/python')) await installPythonPackages();

const missing = findMissing();
if (missing.length === 0) logStep('All code samples can run on this machine');
else {
  logStep('Samples in these languages are only parsed. To run them, install manually:');
  for (const { name, reason, download } of missing)
    console.log(`  ${name}: ${reason}; ${download}`);
}
