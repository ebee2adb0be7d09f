import { spawnSync } from 'node:child_process';
import { run } from './run.mjs';
import { logStep } from './terminal.mjs';

/** True on Debian and derived systems, if the user may install packages. */
function canInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/**
 * Installs Debian packages where possible; otherwise prints which ones to install. A package that is not available does not
 * prevent the others from being installed.
 * @param {readonly string[]} packages
 */
export async function installDebianPackages(packages) {
  if (!canInstall()) {
    logStep(`Not installed (this requires root on Debian): ${packages.join(' ')}`);
    return;
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  logStep('Updating the Debian package lists …');
  await run('apt-get', ['update', '-qq'], { env });
  for (const name of packages) {
    logStep(`Installing ${name} …`);
    const code = await run('apt-get', [...install, name], { env });
    if (code !== 0) logStep(`${name} could not be installed: see the message above`);
  }
}
