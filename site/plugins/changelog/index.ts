import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LoadContext, Plugin } from '@docusaurus/types';
import { readChanges } from './changes';
import { changelogFeeds, feedFiles } from './feeds';

/** Docusaurus plugin: writes the changelog's Atom and RSS feeds beside its page. */
export default function changelog({ siteConfig }: LoadContext): Plugin {
  return {
    name: 'changelog',
    getPathsToWatch: () => [path.join(__dirname, 'changes.yaml')],
    async postBuild({ outDir }) {
      const page = `${siteConfig.url}${siteConfig.baseUrl}changelog/`;
      const feeds = changelogFeeds(readChanges(), { title: siteConfig.title, page });
      const folder = path.join(outDir, 'changelog');
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, feedFiles.atom), feeds.atom);
      await writeFile(path.join(folder, feedFiles.rss), feeds.rss);
    },
  };
}
