import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** An entry of `site/external-links.yaml`. */
export interface ExternalLink {
  readonly address: string;
  readonly what: string;
  /** Also covers the addresses below it: the calls below a base URL. */
  readonly below?: boolean;
  /** Why an address may have no TLS. */
  readonly insecure?: string;
}

export const listFile = 'site/external-links.yaml';

/** Reads the list of the external addresses that pages may name. */
export function readExternalLinks(): ExternalLink[] {
  const file = path.resolve(import.meta.dirname, '../..', listFile);
  return parse(readFileSync(file, 'utf8')) as ExternalLink[];
}

/** Whether an entry of the list is meant for an address. */
export function covers({ address, below = false }: ExternalLink, url: string): boolean {
  if (!url.startsWith(address)) return false;
  const rest = url.slice(address.length);
  return rest === '' || (below && /^[/?#]/.test(rest));
}
