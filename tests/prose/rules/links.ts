import { covers, listFile, type ExternalLink } from '../external-links.ts';
import type { Finding, Page, Rule } from '../page.ts';
import { addressesOf } from '../text/addresses.ts';

function errorOf(url: string, listed: readonly ExternalLink[]): string | undefined {
  const entry = listed.find((link) => covers(link, url));
  if (!entry) return `${url}: add it to ${listFile}, or write a listed address`;
  if (url.startsWith('http:') && entry.insecure === undefined) {
    return `${url}: write https, or say in ${listFile} why not ("insecure")`;
  }
  return undefined;
}

/** Every external URL is in the list and uses TLS. */
export function links(listed: readonly ExternalLink[]): Rule {
  return (page) =>
    addressesOf(page).flatMap(({ url, line }) => {
      const message = errorOf(url, listed);
      return message === undefined ? [] : [{ file: page.file, line, rule: 'links', message }];
    });
}

/** Entries of the list that no page uses. */
export function unusedLinks(
  listed: readonly ExternalLink[],
  pages: readonly Page[],
): readonly Finding[] {
  const used = pages.flatMap(addressesOf);
  return listed
    .filter((link) => !used.some(({ url }) => covers(link, url)))
    .map(({ address }) => ({
      file: listFile,
      line: 1,
      rule: 'links',
      message: `${address}: remove it, no page names it`,
    }));
}
