import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, '.cache');
const docusaurus = path.join(root, 'node_modules/@docusaurus/core/bin/docusaurus.mjs');

type NavbarItem = Readonly<Record<string, string>>;

/** A sidebar without any links. */
const sidebars = { linkless: [{ type: 'html', value: 'no document' }] };

const configOf = (item: NavbarItem) => ({
  title: 'Tiny',
  url: 'https://tiny.example.org',
  baseUrl: '/',
  future: { experimental_faster: true },
  plugins: [
    ['@docusaurus/plugin-content-docs', { routeBasePath: '/', sidebarPath: './sidebars.json' }],
  ],
  themes: ['@docusaurus/theme-classic'],
  themeConfig: { navbar: { title: 'Tiny', items: [item] } },
});

/** Exit code and output of a build, without colors. */
export interface BuildResult {
  readonly code: number;
  readonly output: string;
}

/**
 * Builds a site of two documents with one navbar item, with the framework's own command. The site is in the repository's
 * `.cache`, so that packages are found, and is removed afterward.
 */
export async function buildTinySite(item: NavbarItem): Promise<BuildResult> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'tiny-site-'));
  try {
    await mkdir(path.join(folder, 'docs'));
    await writeFile(path.join(folder, 'docs/index.md'), '# Home\n\nText.\n');
    await writeFile(path.join(folder, 'docs/second.md'), '# Second\n\nText.\n');
    await writeFile(path.join(folder, 'sidebars.json'), JSON.stringify(sidebars));
    const config = `module.exports = ${JSON.stringify(configOf(item))};\n`;
    await writeFile(path.join(folder, 'docusaurus.config.cjs'), config);
    await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(folder: string): Promise<BuildResult> {
  const env = { ...process.env, NODE_ENV: 'production', NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' };
  const config = path.join(folder, 'docusaurus.config.cjs');
  const args = [docusaurus, 'build', folder, '--no-minify', '--config', config];
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd: folder, env },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, output: stripVTControlCharacters(stdout + stderr) });
      },
    );
  });
}
