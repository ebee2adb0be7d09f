/** What a request says of the page that made it. */
export interface Page {
  /** Header `Origin`; undefined where there is none, as in programs. */
  readonly origin: string | undefined;
  /** Header `Sec-Fetch-Site` (https://www.w3.org/TR/fetch-metadata/). */
  readonly fetchSite: string | undefined;
  /** Origin that the request was sent to. */
  readonly own: string;
}

const normal = (origin: string) => (URL.canParse(origin) ? new URL(origin).origin : undefined);

/**
 * Whether a page may use the proxy: the site's own and those of the operator's list, for anyone else's page could use it
 * as an open relay. Programs send neither header and may.
 * @param allowed origins beside the request's own
 * @returns the origin to name in the CORS answer, `same` when none is needed, or `refused`
 */
export function pageLeave(
  { origin, fetchSite, own }: Page,
  allowed: ReadonlySet<string>,
): { readonly cors: string } | 'same' | 'refused' {
  if (origin === undefined) return fetchSite === 'cross-site' ? 'refused' : 'same';
  // Set by the browser alone: it knows the address in its bar, where a server behind TLS may see another scheme.
  if (fetchSite === 'same-origin') return 'same';
  if (allowed.has(origin)) return { cors: origin };
  return origin === normal(own) ? 'same' : 'refused';
}
