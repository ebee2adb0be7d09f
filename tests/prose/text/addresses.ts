import type { Page } from '../page.ts';

/** An external address in a page: a link, or an address in code that the reader is to call. */
export interface Address {
  readonly url: string;
  readonly line: number;
}

/** Variables are in braces, as in `https://api.{region}.anedya.io/v1`. */
const address = /https?:\/\/(?:\{\w+\}|[^\s"'`<>()[\]{}|\\$])+/g;

/** Every address of a page, fences and values of an API document included. */
export function addressesOf({ source }: Page): Address[] {
  return source.split('\n').flatMap((text, index) =>
    [...text.matchAll(address)].map(([url]) => ({
      url: url.replace(/[.,:;!?*_]+$/, ''),
      line: index + 1,
    })),
  );
}
