import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { builtSite } from './built-records.ts';

export const version = '1.6.0';
const folder = path.resolve(import.meta.dirname, '../../../.cache/pagefind');
const manifest = path.join(folder, 'node_modules/pagefind/package.json');
const binary = path.join(folder, 'node_modules/.bin/pagefind');

function isInstalled(): boolean {
  if (!existsSync(manifest)) return false;
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version === version;
}

/**
 * Pagefind's program comes in optional packages, one for each platform, and the lockfile cannot hold them all: it is
 * installed when the benchmark first needs it.
 */
async function install(): Promise<boolean> {
  if (isInstalled()) return true;
  await mkdir(folder, { recursive: true });
  const flags = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund'];
  const result = spawnSync('npm', ['install', ...flags, `pagefind@${version}`], { cwd: folder });
  return result.status === 0;
}

/**
 * Writes Pagefind's index of the built site's articles, with its program.
 * @returns false when Pagefind could not be installed
 */
export async function writePagefind(outputPath: string): Promise<boolean> {
  if (!(await install())) return false;
  const args = ['--site', builtSite, '--output-path', outputPath, '--root-selector', 'article'];
  const result = spawnSync(binary, args, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`Pagefind did not index the site: ${result.stderr}`);
  return true;
}
