import type { Host } from '@algolia/client-common';
import { workerHost } from './worker-requester';

/** Where queries go: this site's own server, the hosted provider, or the reader's own browser. */
export type SearchBackend = 'server' | 'hosted' | 'browser';

interface Options {
  readonly backend: SearchBackend;
  readonly appId: string;
  /** Where the page was loaded from. */
  readonly location: Pick<Location, 'host' | 'protocol'>;
}

/** The provider's hosts for reading, its distributed network first, as its client lists them. */
function providerHosts(appId: string): Host[] {
  const urls = [
    `${appId}-dsn.algolia.net`,
    ...[1, 2, 3].map((number) => `${appId}-${number}.algolianet.com`),
  ];
  return urls.map((url) => ({ url, accept: 'read', protocol: 'https' }));
}

/** Hosts in the order in which the client tries them. The worker comes last: it answers when no other can. */
export function searchHosts({ backend, appId, location }: Options): Host[] {
  const protocol = location.protocol === 'https:' ? 'https' : 'http';
  const hosts: Record<SearchBackend, Host[]> = {
    server: [{ url: location.host, accept: 'readWrite', protocol }],
    hosted: providerHosts(appId),
    browser: [],
  };
  return [...hosts[backend], { url: workerHost, accept: 'readWrite', protocol: 'https' }];
}
