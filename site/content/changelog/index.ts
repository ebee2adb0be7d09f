import type { LoadContext, Plugin } from '@docusaurus/types';
import { Feed } from 'feed';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { changeAnchor, readChanges, releaseAnchor, type Changes } from './changes';

/** File names of the feeds next to the changelog page. */
const feedFiles = { atom: 'atom.xml', rss: 'rss.xml' } as const;

interface Site {
  readonly title: string;
  /** URL of the changelog page, with a trailing slash. */
  readonly page: string;
}

/** Escapes an entry: entries are plain text, and the feeds contain HTML. */
const escapeText = (plain: string) => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const midnight = (day: string) => new Date(`${day}T00:00:00Z`);

function entries({ documentation, sdks }: Changes, page: string) {
  const at = (anchor: string) => ({ link: `${page}#${anchor}`, id: `${page}#${anchor}` });
  const own = documentation.map((entry) => ({
    title: entry.title,
    description: entry.change,
    date: midnight(entry.date),
    ...at(changeAnchor(entry)),
  }));
  const releases = sdks.flatMap((sdk) =>
    sdk.releases.map((release) => ({
      title: `${sdk.name} ${release.version}`,
      description: `${release.change === '' ? 'The release has no notes.' : `${release.change}.`} Anedya does not document the release date; it was listed here on ${sdk.listed}.`,
      date: midnight(sdk.listed),
      ...at(releaseAnchor(sdk, release)),
    })),
  );
  return [...own, ...releases];
}

/** The changelog as Atom (RFC 4287) and RSS 2.0. */
export function changelogFeeds(changes: Changes, { title, page }: Site) {
  const items = entries(changes, page);
  const feed = new Feed({
    id: page,
    title: `${title}: changelog`,
    description: 'Changes to this documentation, and releases of the SDKs.',
    link: page,
    language: 'en',
    copyright: '',
    generator: 'Docusaurus',
    updated: new Date(Math.max(...items.map(({ date }) => date.getTime()))),
    feedLinks: { atom: page + feedFiles.atom, rss: page + feedFiles.rss },
    author: { name: title },
  });
  for (const item of items) {
    feed.addItem({
      ...item,
      title: escapeText(item.title),
      description: escapeText(item.description),
    });
  }
  return { atom: feed.atom1(), rss: feed.rss2() };
}

/** Docusaurus plugin: writes the Atom and RSS feeds next to the changelog page. */
export default function changelog({ siteConfig }: LoadContext): Plugin {
  return {
    name: 'changelog',
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
