import type { Host } from '@algolia/client-common';
import { liteClient } from 'algoliasearch/lite';
import { describe, expect, it } from 'vitest';
import { searchHosts } from './hosts';

const location = { host: 'docs.example.com:8443', protocol: 'https:' };
const urls = (backend: 'server' | 'hosted' | 'browser') =>
  searchHosts({ backend, appId: 'APP', location }).map(({ url }) => url);

describe('hosts of the search client', () => {
  it('are this server, then the worker', () => {
    expect(urls('server')).toEqual(['docs.example.com:8443', 'search.worker.invalid']);
  });

  it('are the provider and then the worker, when there is a provider', () => {
    expect(urls('hosted')).toEqual([
      'APP-dsn.algolia.net',
      'APP.algolia.net',
      'APP-1.algolianet.com',
      'APP-2.algolianet.com',
      'APP-3.algolianet.com',
      'search.worker.invalid',
    ]);
  });

  // docs/behavior.md, section 7: hosts for reading and for writing.
  it('are those of the provider’s own client, for reading and for writing', () => {
    const hosts = searchHosts({ backend: 'hosted', appId: 'APP', location });
    const { transporter } = liteClient('APP', 'key', {});
    const order = (one: Host, other: Host) => one.url.localeCompare(other.url);
    expect(hosts.slice(0, -1).sort(order)).toEqual([...transporter.hosts].sort(order));
    expect(hosts.filter(({ accept }) => accept !== 'read').map(({ url }) => url)).toContain(
      'APP.algolia.net',
    );
  });

  it('are only the worker on a static host', () => {
    expect(urls('browser')).toEqual(['search.worker.invalid']);
  });

  it('follow the protocol of the page', () => {
    const [host] = searchHosts({
      backend: 'server',
      appId: 'APP',
      location: { host: 'localhost:3000', protocol: 'http:' },
    });
    expect(host).toEqual({ url: 'localhost:3000', accept: 'readWrite', protocol: 'http' });
  });
});
