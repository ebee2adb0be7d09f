import { spawnSync } from 'node:child_process';
import { npmTool } from '../npm-tool.ts';
import { builtSite } from './built-records.ts';

export const version = '1.6.0';

/**
 * Writes Pagefind's index of the built site's articles, with its program.
 * @returns false when Pagefind could not be installed
 */
export async function writePagefind(outputPath: string): Promise<boolean> {
  // Its program comes in optional packages, one for each platform, which the lockfile cannot all hold.
  const binary = await npmTool({ package: 'pagefind', version, program: 'pagefind' });
  if (binary === undefined) return false;
  const args = ['--site', builtSite, '--output-path', outputPath, '--root-selector', 'article'];
  const result = spawnSync(binary, args, { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`Pagefind did not index the site: ${result.stderr}`);
  return true;
}
