import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** An entry of `site/external-links.yaml`. */
export interface ExternalLink {
  readonly address: string;
  readonly what: string;
  /** Also matches URLs below it: the operations of a base URL. */
  readonly below?: boolean;
  /** Why a URL may use HTTP without TLS. */
  readonly insecure?: string;
}

export const listFile = 'site/external-links.yaml';

/** Reads the list of external URLs that pages may contain. */
export function readExternalLinks(): ExternalLink[] {
  const file = path.resolve(import.meta.dirname, '../..', listFile);
  return parse(readFileSync(file, 'utf8')) as ExternalLink[];
}

/** True when an entry of the list matches a URL. */
export function covers({ address, below = false }: ExternalLink, url: string): boolean {
  if (!url.startsWith(address)) return false;
  const rest = url.slice(address.length);
  return rest === '' || (below && /^[/?#]/.test(rest));
}
