import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';
import { fail } from './terminal.mjs';

const build = path.join(root, 'site/build');
const folder = path.join(root, '.cache/dev-site');

/** API documents that Docusaurus writes when it has read `specs/`. The server and the sandbox read them. */
export const documentsFolder = path.join(root, 'site/static/specs');

/**
 * Reads the port of the pages; the server uses the next one. Exits if one of them is not a port.
 * @param {string} [setting] the variable `PORT`; 3000 if it is empty
 */
export function readPort(setting = '') {
  const port = Number(setting === '' ? 3000 : setting);
  if (!Number.isInteger(port) || port < 1 || port > 65_534)
    fail(`PORT is "${setting}": set it to a number from 1 to 65534; the server uses the next port`);
  return port;
}

/**
 * Prepares the site folder of the server in development: the API documents of the running Docusaurus, and everything else from
 * the last build, such as the search index.
 * @returns {{ folder: string, hasBuild: boolean }}
 */
export function prepareDevSite() {
  const hasBuild = existsSync(path.join(build, '_headers'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(documentsFolder, { recursive: true });
  // Docusaurus serves the pages, without these policies.
  writeFileSync(path.join(folder, '_headers'), '');
  symlinkSync(documentsFolder, path.join(folder, 'specs'), 'junction');
  for (const entry of hasBuild ? readdirSync(build, { withFileTypes: true }) : []) {
    const { name } = entry;
    if (name === '_headers' || name === 'specs') continue;
    symlinkSync(
      path.join(build, name),
      path.join(folder, name),
      entry.isDirectory() ? 'junction' : 'file',
    );
  }
  return { folder, hasBuild };
}
