import path from 'node:path';
import { root, run } from './run.mjs';
import { logStep } from './terminal.mjs';

/** Folder in which the tests look for Python packages. */
export const pythonPackages = path.join(root, '.cache/samples/python');

/** Installs the MQTT client of the samples and the vendor's package for devices in `.cache/samples/python`. */
export async function installPythonPackages() {
  logStep(`Installing paho-mqtt and anedya-dev-sdk into ${path.relative(root, pythonPackages)} …`);
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
