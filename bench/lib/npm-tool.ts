import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** A command-line tool from npm that a benchmark compares with. */
export interface NpmTool {
  readonly package: string;
  readonly version: string;
  /** Name of its executable. */
  readonly program: string;
}

/**
 * Installs a tool below `.cache` when a benchmark first needs it. It is not in the lockfile, because nothing else needs it.
 * @returns path of its executable; undefined when npm could not install it
 */
export async function npmTool(tool: NpmTool): Promise<string | undefined> {
  const folder = path.resolve(import.meta.dirname, '../../.cache', tool.program);
  const manifest = path.join(folder, 'node_modules', tool.package, 'package.json');
  const program = path.join(folder, 'node_modules/.bin', tool.program);
  const isInstalled =
    existsSync(manifest) &&
    (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version === tool.version;
  if (isInstalled) return program;
  await mkdir(folder, { recursive: true });
  const flags = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund'];
  const wanted = `${tool.package}@${tool.version}`;
  const { status } = spawnSync('npm', ['install', ...flags, wanted], { cwd: folder });
  return status === 0 ? program : undefined;
}
