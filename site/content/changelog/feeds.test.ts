import { describe, expect, it } from 'vitest';
import { changeAnchor, readChanges, releaseAnchor } from './changes';
import { changelogFeeds } from './';

const site = { title: 'Docs', page: 'https://docs.example.com/changelog/' };
const count = (xml: string, tag: string) => xml.split(`<${tag}>`).length - 1;

describe('the feeds of the changelog', () => {
  const changes = readChanges();
  const entries =
    changes.documentation.length + changes.sdks.flatMap(({ releases }) => releases).length;

  it('list every change and every release', () => {
    const { atom, rss } = changelogFeeds(changes, site);
    expect(count(atom, 'entry')).toBe(entries);
    expect(count(rss, 'item')).toBe(entries);
  });

  // RFC 4287, 4.2.6: the id of an entry is unique and permanent.
  it('give each entry a unique id', () => {
    const { atom } = changelogFeeds(changes, site);
    const ids = [...atom.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(entries + 1);
  });

  it('link each entry to an anchor that the page has', () => {
    const { atom } = changelogFeeds(changes, site);
    const links = [...atom.matchAll(/<link href=".*?#(.*?)"/g)].map(([, anchor]) => anchor);
    const anchors = [
      ...changes.documentation.map(changeAnchor),
      ...changes.sdks.flatMap((sdk) => sdk.releases.map((release) => releaseAnchor(sdk, release))),
    ];
    expect(links).toEqual(anchors);
  });

  it('say that the date of a release is not documented', () => {
    const sdks = [
      {
        id: 'go',
        name: 'Go SDK',
        anchor: 'go-sdk',
        listed: '2026-01-02',
        releases: [{ version: '0.0.1', change: '' }],
      },
    ];
    const { atom } = changelogFeeds({ documentation: [], sdks }, site);
    expect(atom).toContain(
      'The release has no notes. Anedya does not document the release date; it was listed here on 2026-01-02.',
    );
    expect(atom).toContain('https://docs.example.com/changelog/#go-0.0.1');
  });

  it('keep text as text', () => {
    const documentation = [{ date: '2026-01-02', title: 'A <b> & C', change: '<script>' }];
    const { atom, rss } = changelogFeeds({ documentation, sdks: [] }, site);
    for (const xml of [atom, rss]) {
      expect(xml).toContain('A &lt;b> &amp; C');
      expect(xml).not.toContain('<script>');
    }
  });
});
