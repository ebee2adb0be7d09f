import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root, run } from './lib/run.mjs';
import { missingToolOf, pythonPackages, sampleTools } from './lib/sample-tools.mjs';
import { logStep } from './lib/terminal.mjs';

/** True on Debian and derived systems, if the user may install packages. */
function canInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/**
 * Installs Debian packages where possible; otherwise prints which ones to install. A package that is not available does not
 * prevent the others from being installed.
 * @param {readonly string[]} packages
 */
async function installDebianPackages(packages) {
  if (!canInstall()) {
    logStep(`Not installed (this requires root on Debian): ${packages.join(' ')}`);
    return;
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  logStep('Updating the Debian package lists…');
  await run('apt-get', ['update', '-qq'], { env });
  for (const name of packages) {
    logStep(`Installing ${name}…`);
    const code = await run('apt-get', [...install, name], { env });
    if (code !== 0) logStep(`${name} could not be installed: see the message above`);
  }
}

/** Installs the MQTT client of the samples and the vendor's package for devices in `.cache/samples/python`. */
async function installPythonPackages() {
  logStep(`Installing paho-mqtt and anedya-dev-sdk into ${path.relative(root, pythonPackages)}…`);
  const where = ['--target', pythonPackages, '--upgrade', '--root-user-action', 'ignore'];
  const args = [
    '-m',
    'pip',
    'install',
    '--quiet',
    ...where,
    'paho-mqtt>=2,<3',
    'anedya-dev-sdk==0.1.10',
  ];
  const code = await run('python3', args).catch(() => 1);
  if (code !== 0)
    logStep('They could not be installed: that requires python3 with pip and network access');
}

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
