import { spawnSync } from 'node:child_process';
import { run } from './run.mjs';
import { logStep } from './terminal.mjs';

/** True on Debian and its kin, for a user who may install packages. */
function canInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/**
 * Installs Debian packages where that is possible; says which ones otherwise. A package that cannot be had does not
 * keep the others from being installed.
 * @param {readonly string[]} packages
 */
export async function installDebianPackages(packages) {
  if (!canInstall()) {
    logStep(`Not root on Debian, where this would install: ${packages.join(' ')}`);
    return;
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  logStep('Reading the lists of Debian packages …');
  await run('apt-get', ['update', '-qq'], { env });
  for (const name of packages) {
    logStep(`Installing ${name} …`);
    const code = await run('apt-get', [...install, name], { env });
    if (code !== 0) logStep(`${name} could not be installed: see the message above`);
  }
}
