import type { Page } from '../page.ts';

/** An external URL in a page: a link, or a URL in code. */
export interface Address {
  readonly url: string;
  readonly line: number;
}

/** Variables are in braces: `https://api.{region}.anedya.io/v1`. */
const address = /https?:\/\/(?:\{\w+\}|[^\s"'`<>()[\]{}|\\$])+/g;

/** All URLs of a page, including those in fences and in values of an API document. */
export function addressesOf({ source }: Page): Address[] {
  return source.split('\n').flatMap((text, index) =>
    [...text.matchAll(address)].map(([url]) => ({
      url: url.replace(/[.,:;!?*_]+$/, ''),
      line: index + 1,
    })),
  );
}
