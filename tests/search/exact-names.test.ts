import { codeAnchor } from '../../packages/openapi-model/src/fields.ts';
import { describe, expect, it } from 'vitest';
import { buildIndex, loadIndex } from '../../packages/search/src/index.ts';
import { siteRecords } from './support/built-site.ts';

const engine = loadIndex(buildIndex(siteRecords()));
const firstHit = (query: string) =>
  engine.search({ query, page: 0, hitsPerPage: 1 }).hits[0]?.record;
const firstPage = (query: string) => firstHit(query)?.url_without_anchor;

/** Titles whose words are also the title or a heading of a more important page. */
const ambiguousTitles: readonly string[] = ['Create a deployment', 'Get value', 'Platform API'];

describe('a query that is copied from a page', () => {
  it('leads to the page with this title', () => {
    const pages = new Map<string, string[]>();
    for (const { type, hierarchy, url_without_anchor: page } of siteRecords()) {
      const title = hierarchy.lvl1 ?? '';
      if (type === 'lvl1') pages.set(title, [...(pages.get(title) ?? []), page]);
    }
    const missed = [...pages].filter(([title, own]) => !own.includes(firstPage(title) ?? ''));
    const titles = missed.map(([title]) => title);
    expect(titles.filter((title) => !ambiguousTitles.includes(title))).toEqual([]);
  });

  it('leads to the start of that page, not to one of its sections', () => {
    const titles = siteRecords().flatMap(({ type, hierarchy }) =>
      type === 'lvl1' ? (hierarchy.lvl1 ?? []) : [],
    );
    const isInside = (title: string) =>
      firstHit(title)?.hierarchy.lvl1 === title && firstHit(title)?.type !== 'lvl1';
    expect(titles).toContain('Heartbeat');
    expect(titles.filter(isInside)).toEqual([]);
  });

  it.each([
    ['Unable to connect (A TLS error occurred.).', 'A TLS error occurred.'],
    ['Error: The connection was lost.', 'The connection was lost.'],
    ['Connection error: Connection Refused: broker unavailable.', 'Connection Refused: broker'],
    [
      'ssl.SSLError: [SSL: WRONG_VERSION_NUMBER] wrong version number (_ssl.c:1006)',
      'WRONG_VERSION',
    ],
    ['[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed', 'CERTIFICATE_VERIFY_FAILED'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['(-9984) X509 - Certificate verification failed, e.g. CRL, CA or signature', 'X509'],
    ['esp-tls-mbedtls: mbedtls_ssl_handshake returned -0x2700', 'mbedtls_ssl_handshake returned'],
    ['ESP_ERR_MBEDTLS_SSL_HANDSHAKE_FAILED', 'ESP_ERR_MBEDTLS_SSL_HANDSHAKE_FAILED'],
    ['Connection refused: Server unavailable', 'Server unavailable'],
    ['Unknown reason', 'Unknown reason'],
  ])('leads to the row of a text that a client prints: %s', (text, start) => {
    const hit = firstHit(text);
    expect(hit?.url_without_anchor).toBe('/device/mqtt-endpoints/');
    expect(hit?.content?.slice(0, start.length)).toBe(start);
  });

  it.each(['failed, rc=-2 try again in 5 seconds', 'failed, rc=5', 'rc 3', 'MQTT state 3'])(
    'leads to the states of PubSubClient: %s',
    (text) => {
      expect(firstHit(text)?.url).toMatch(/\/device\/mqtt-endpoints\/#mqtt-state$/);
    },
  );

  it('leads to the table of error texts from each of its texts', () => {
    const texts = siteRecords().flatMap(({ anchor, content }) => {
      const [text, ...cells] = content?.split(' · ') ?? [];
      return anchor === 'error-text' && text !== undefined && cells.length > 0 ? text : [];
    });
    expect(texts).toContain('A TLS error occurred.');
    const missed = texts.filter(
      (text) => firstHit(text)?.url.endsWith('/device/mqtt-endpoints/#error-text') !== true,
    );
    expect(missed).toEqual([]);
  });

  it('leads to the row with this error message', () => {
    // A code has a separate record, which says more than a row of a guide.
    const messages = siteRecords().flatMap(({ anchor, content }) => {
      const [message, ...cells] = content?.split(' · ') ?? [];
      const isPlain = message !== undefined && !message.includes('::');
      return anchor === 'when-the-connection-fails' && isPlain && cells.length > 0 ? message : [];
    });
    const long = messages.filter((message) => message.split(' ').length >= 3);
    expect(long).toContain('Disconnect with Will Message');
    const missed = long.filter(
      (message) => firstHit(message)?.content?.startsWith(message) !== true,
    );
    expect(missed).toEqual([]);
  });

  it.each(['429', 'rate limit', 'rate limits', 'Retry-After', 'too many requests'])(
    'leads to the rate limits for %j',
    (query) => {
      const { url_without_anchor: page, anchor } = firstHit(query) ?? {};
      expect(`${page}#${anchor}`).toBe('/essentials/#rate-limits');
    },
  );

  it.each(['sandbox::toomanyrequests', 'sandbox::readtoomuch', 'sandbox::responsetoolarge'])(
    'leads to the entry of %s in the error catalog',
    (code) => {
      expect(firstHit(code)?.url).toContain(`#${codeAnchor(code)}`);
    },
  );

  it('leads to the operation with this method and URL', () => {
    const endpoints = siteRecords().filter(({ content }) => /^POST https:\S+$/.test(content ?? ''));
    expect(endpoints.length).toBeGreaterThan(0);
    const missed = endpoints.filter(
      ({ content, url_without_anchor: page }) => firstPage(content ?? '') !== page,
    );
    expect(missed.map(({ content }) => content)).toEqual([]);
  });
});
