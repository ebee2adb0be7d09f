import path from 'node:path';
import { root, run } from './run.mjs';
import { logStep } from './terminal.mjs';

/** Folder in which the tests look for Python packages. */
export const pythonPackages = path.join(root, '.cache/samples/python');

/** Installs paho-mqtt in `.cache/samples/python`. */
export async function installPaho() {
  logStep(`Installing paho-mqtt into ${path.relative(root, pythonPackages)} …`);
  const where = ['--target', pythonPackages, '--upgrade', '--root-user-action', 'ignore'];
  const args = ['-m', 'pip', 'install', '--quiet', ...where, 'paho-mqtt>=2,<3'];
  const code = await run('python3', args).catch(() => 1);
  if (code !== 0)
    logStep('paho-mqtt could not be installed: it requires python3 with pip and network access');
}
