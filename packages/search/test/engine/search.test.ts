import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { Query } from '../../src/types.ts';
import { record, smallSite } from '../support/records.ts';

const engine = createEngine(smallSite);
const ask = (query: string, more: Partial<Query> = {}) =>
  engine.search({ query, page: 0, hitsPerPage: 20, ...more });
const urls = (query: string, more?: Partial<Query>) =>
  ask(query, more).hits.map(({ record: found }) => found.url);

describe('search', () => {
  it('puts the page about a thing before a mention of it', () => {
    expect(urls('heartbeat')).toEqual(['/heartbeat/', '/overview/#parts']);
  });

  it('puts the title first that the query names as a whole', () => {
    expect(urls('create node')[0]).toBe('/node-create/');
    expect(urls('how do I create a node')[0]).toBe('/node-create/');
  });

  it.each([
    ['node/create', '/node-create/'],
    ['/v1/node/create', '/node-create/'],
    ['setValue', '/set-value/'],
    ['valuestore/setValue', '/set-value/'],
    ['node_name', '/node-create/#request-node_name'],
    ['nodeName', '/node-create/#request-node_name'],
    ['node::nodenotfound', '/node-create/#code-node-nodenotfound'],
    ['nodenotfound', '/node-create/#code-node-nodenotfound'],
    ['node not found', '/node-create/#code-node-nodenotfound'],
    ["the node's name", '/node-create/#request-node_name'],
  ])('finds the name %s', (query, url) => {
    expect(urls(query)[0]).toBe(url);
  });

  it.each([
    'hartbeat',
    'heartbaet',
    'heartbe',
    'heartbeats',
    'HEARTBEAT',
    'ping',
    'heart beat',
    'lvieness',
  ])('finds the heartbeat by %s', (query) => {
    expect(urls(query)[0]).toBe('/heartbeat/');
  });

  it.each([
    ['qos2', 'QoS 2 is not available.'],
    ['256kb', 'A body has at most 256 KB.'],
    ['404', '404: nothing is there.'],
    ['502', '5XX: send it again.'],
  ])('finds %s where a text has it in another way', (query, content) => {
    const texts = [
      'QoS 2 is not available.',
      'A body has at most 256 KB.',
      '4040: no such variable.',
      '404: nothing is there.',
      '5XX: send it again.',
    ];
    const others = createEngine(
      texts.map((content, index) =>
        record({ page: `/page-${index}/`, headings: ['Page'], content }),
      ),
    );
    const { hits } = others.search({ query, page: 0, hitsPerPage: 20 });
    expect(hits.map(({ record: found }) => found.content)[0]).toBe(content);
  });

  it('tolerates typos only in words that nothing has', () => {
    const others = createEngine([
      record({ page: '/tag/', headings: ['Tags'] }),
      record({ page: '/page/', headings: ['Pages'] }),
    ]);
    const found = (query: string) =>
      others.search({ query, page: 0, hitsPerPage: 9 }).hits.map(({ record: { url } }) => url);
    expect(found('pages')).toEqual(['/page/']);
    expect(found('pagse')).toEqual(['/page/']);
  });

  it('takes a word for a slip that only begins others, unless it is still being typed', () => {
    const logs = createEngine([
      record({ page: '/submit-logs/', headings: ['Submit logs'] }),
      record({ page: '/logs/', headings: ['Logs'], content: 'Logs that were submitted.' }),
    ]);
    const found = (query: string) => logs.search({ query, page: 0, hitsPerPage: 9 }).hits;
    expect(found('submitt logs')[0]?.record.url).toBe('/submit-logs/');
  });

  it('finds a name typed as two words of which one is a stop word', () => {
    const fields = createEngine([
      record({ page: '/issue/', headings: ['Issue a token'] }),
      record({
        page: '/operation/',
        headings: ['Operation', 'issuedAt'],
        content: 'issuedAt integer Time.',
      }),
    ]);
    const { hits } = fields.search({ query: 'issued at', page: 0, hitsPerPage: 9 });
    expect(hits[0]?.record.url).toBe('/operation/');
  });

  it('wants every word', () => {
    expect(urls('reports working')).toEqual(['/heartbeat/']);
  });

  it('also shows the page about a thing that does not say all the rest', () => {
    const events = createEngine([
      record({ page: '/events/', headings: ['Events'] }),
      record({ page: '/events/', headings: ['Events'], content: 'Rules see events.' }),
      record({ page: '/other/', headings: ['Other'], content: 'Events and archived values.' }),
    ]);
    const { hits } = events.search({ query: 'are events archived', page: 0, hitsPerPage: 9 });
    expect(hits.map(({ record: { url, type } }) => [url, type])).toEqual(
      expect.arrayContaining([
        ['/events/', 'lvl1'],
        ['/other/', 'content'],
      ]),
    );
    expect(hits).toHaveLength(2);
  });

  it('finds a page by its keywords, and shows none of them', () => {
    const found = createEngine([
      record({
        page: '/checklist/',
        headings: ['Hardware checklist'],
        keywords: 'MAC address, bulk provisioning',
      }),
      record({ page: '/other/', headings: ['Addresses'], content: 'The address of the API.' }),
    ]).search({ query: 'mac address', page: 0, hitsPerPage: 9 }).hits;
    expect(found[0]?.record).toMatchObject({ url: '/checklist/', content: null });
  });

  it('compares the query with one phrase at a time', () => {
    const pages = createEngine([
      record({ page: '/mix/', headings: ['One'], keywords: 'rotate a log, leaked token, old key' }),
      record({ page: '/whole/', headings: ['Two'], keywords: 'rotate a leaked key, logs, tokens' }),
    ]);
    const { hits, nbHits } = pages.search({ query: 'rotate key', page: 0, hitsPerPage: 9 });
    expect(hits.map(({ record: found }) => found.url)).toEqual(['/whole/', '/mix/']);
    expect(nbHits).toBe(2);
  });

  it('finds a section by its phrases', () => {
    const pages = createEngine([
      record({ page: '/limits/', headings: ['Limits'], content: 'Data is kept for a while.' }),
      record({
        page: '/limits/',
        headings: ['Limits', 'Retention'],
        anchor: 'retention',
        keywords: 'how long is data stored, delete old data',
      }),
    ]);
    const { hits } = pages.search({ query: 'how long are data stored', page: 0, hitsPerPage: 9 });
    expect(hits[0]?.record.url).toBe('/limits/#retention');
  });

  it('puts the page whose title says it before one whose keywords do', () => {
    const pages = createEngine([
      record({ page: '/operation/', headings: ['Set a value'], keywords: 'value store' }),
      record({ page: '/guide/', headings: ['Value store'] }),
    ]);
    const { hits } = pages.search({ query: 'value store', page: 0, hitsPerPage: 9 });
    expect(hits.map(({ record: found }) => found.url)).toEqual(['/guide/', '/operation/']);
  });

  it('does not take a word for the beginning of it and the next written as one', () => {
    const pages = createEngine([
      record({ page: '/details/', headings: ['Node details'] }),
      record({ page: '/concepts/', headings: ['Concepts', 'Node'] }),
    ]);
    const { hits } = pages.search({ query: 'node', page: 0, hitsPerPage: 9 });
    expect(hits[0]?.record.url).toBe('/concepts/');
  });

  it('puts a guide before a row about a field for plain words, and the row first for its name', () => {
    const both = createEngine([
      record({
        page: '/operation/',
        headings: ['Operation', 'Request', 'stageDelay'],
        content: 'stageDelay integer Pause before the next stage.',
        anchor: 'request-stageDelay',
      }),
      record({ page: '/guide/', headings: ['Stages', 'Delay of a stage'], rank: 3 }),
    ]);
    const first = (query: string) =>
      both.search({ query, page: 0, hitsPerPage: 9 }).hits[0]?.record.url_without_anchor;
    expect(first('stage delay')).toBe('/guide/');
    expect(first('stageDelay')).toBe('/operation/');
  });

  it('matches headings for an unknown code, not every row about errors', () => {
    const rows = Array.from({ length: 30 }, (_, row) =>
      record({
        page: `/${row}/`,
        headings: ['Operation', 'error'],
        content: `error string Text ${row}.`,
      }),
    );
    const found = createEngine([...rows, record({ page: '/errors/', headings: ['Error codes'] })]);
    const { hits, nbHits } = found.search({ query: 'error 9999', page: 0, hitsPerPage: 9 });
    expect(hits.map((hit) => hit.record.url)).toEqual(['/errors/']);
    expect(nbHits).toBe(1);
  });

  it.each(['xyzzy node::nodenotfound', 'E (12034) anedya: node::nodenotfound'])(
    'finds the code in %s, whatever the other words are',
    (query) => {
      expect(urls(query)[0]).toBe('/node-create/#code-node-nodenotfound');
    },
  );

  it('puts the page first whose title is the query, before a section about it', () => {
    const section = {
      page: '/guide/',
      headings: ['Remote control', 'Send a command'],
      anchor: 'send',
    };
    const pages = createEngine([
      record({ page: '/operation/', headings: ['Send a command'], rank: 1 }),
      record(section),
      record({
        ...section,
        content: 'Send a command from the console: the device receives the command.',
      }),
    ]);
    const { hits } = pages.search({ query: 'Send a command', page: 0, hitsPerPage: 9 });
    expect(hits[0]?.record.url).toBe('/operation/');
  });

  it.each(['heartbeat', 'heartb', 'heartbeats ', 'hearbteat', 'haertbeat'])(
    'puts a page before its own sections for %j, its topic',
    (query) => {
      const section = { page: '/heartbeat/', headings: ['Heartbeat', 'Heartbeat'], anchor: 'send' };
      const pages = createEngine([
        record({ page: '/heartbeat/', headings: ['Heartbeat'], position: 0 }),
        record({ ...section, keywords: 'heartbeat', position: 1 }),
        record({ ...section, content: 'A heartbeat is a message. Send a heartbeat.', position: 2 }),
        record({ ...section, content: 'The heartbeat has no body.', position: 3 }),
      ]);
      const { hits } = pages.search({ query, page: 0, hitsPerPage: 9 });
      expect(hits.map(({ record: { url } }) => url).slice(0, 2)).toEqual([
        '/heartbeat/',
        '/heartbeat/#send',
      ]);
    },
  );

  it('puts a section first that a query names in code style, before the title of its page', () => {
    const page = { page: '/key/', headings: ['Get a connection key'] };
    const pages = createEngine([
      record(page),
      record({
        ...page,
        headings: [...page.headings, 'connectionKey'],
        anchor: 'response-connectionKey',
        content: 'connectionKey string Secret of the node.',
      }),
    ]);
    const { hits } = pages.search({ query: 'connectionKey', page: 0, hitsPerPage: 9 });
    expect(hits[0]?.record.url).toBe('/key/#response-connectionKey');
  });

  it.each([
    'Disconnect with Will Message',
    'Client board-7: disconnect with will message (4)',
    '  "Disconnect with Will Message." ',
  ])('leads to the row of the error message in %j', (query) => {
    const pages = createEngine([
      record({
        page: '/heartbeat/',
        headings: ['Heartbeat', 'Offline devices'],
        anchor: 'offline',
        keywords: 'will message after a disconnect',
        rank: 3,
      }),
      record({
        page: '/endpoints/',
        headings: ['Endpoints', 'Troubleshooting'],
        anchor: 'troubleshooting',
        content: 'Disconnect with Will Message · 4 · Wrong connection key',
      }),
    ]);
    const { hits } = pages.search({ query, page: 0, hitsPerPage: 9 });
    expect(hits[0]?.record.url).toBe('/endpoints/#troubleshooting');
  });

  it('ranks the highest coverage first where no record has all words', () => {
    expect(urls('heartbeat kangaroo')[0]).toBe('/heartbeat/');
  });

  it('finds nothing for unknown words', () => {
    expect(ask('kangaroo')).toMatchObject({ hits: [], nbHits: 0 });
  });

  it.each(['?!', '😀', '%', '-', '"'])('finds nothing for %j, which has no words', (query) => {
    expect(ask(query)).toMatchObject({ hits: [], nbHits: 0 });
  });

  it.each(['', '   '])('returns everything for %j, by page rank', (query) => {
    const { hits, nbHits } = ask(query);
    expect(nbHits).toBe(smallSite.length);
    expect(hits[0]?.record.url).toBe('/heartbeat/');
    expect(hits.map(({ record: { weight } }) => weight.page_rank)).toEqual(
      [...hits.map(({ record: { weight } }) => weight.page_rank)].sort((a, b) => b - a),
    );
  });

  it('shares hits out to pages without loss or repetition', () => {
    const all = urls('node');
    const pages = [0, 1, 2, 3].flatMap((page) => urls('node', { page, hitsPerPage: 2 }));
    expect(pages).toEqual(all.slice(0, 8));
    expect(ask('node', { page: 999, hitsPerPage: 2 })).toMatchObject({
      hits: [],
      nbHits: all.length,
    });
  });

  it('lets other pages come between many hits of one', () => {
    const notes = ['one', 'two', 'three', 'four', 'five', 'six'];
    const crowd = createEngine([
      ...notes.map((word) =>
        record({ page: '/crowd/', headings: ['Crowd'], content: `A firmware note ${word}.` }),
      ),
      ...notes.map((word) =>
        record({
          page: '/other/',
          headings: ['Other'],
          content: `Some more words about firmware and ${word}.`,
        }),
      ),
    ]);
    const found = crowd.search({ query: 'firmware', page: 0, hitsPerPage: 3 }).hits;
    expect(found.map(({ record: { url } }) => url)).toContain('/other/');
  });

  it('lets other texts come between many hits with the same text', () => {
    const error = '404: Something that the request names does not exist.';
    const pages = createEngine([
      ...['/a/', '/b/', '/c/', '/d/', '/e/'].map((page) =>
        record({ page, headings: ['Operation'], content: error }),
      ),
      record({ page: '/guide/', headings: ['Guide'], content: 'Why a request gets 404.', rank: 0 }),
    ]);
    const { hits, nbHits } = pages.search({ query: '404', page: 0, hitsPerPage: 9 });
    expect(hits.slice(0, 2).map((hit) => hit.record.url)).toEqual(['/a/', '/guide/']);
    expect([hits.length, nbHits]).toEqual([6, 6]);
  });
});

describe('advanced syntax', () => {
  it('wants a quoted phrase in its order', () => {
    expect(urls('"create a node"', { advancedSyntax: true })).toContain('/overview/#parts');
    expect(urls('"node create a"', { advancedSyntax: true })).toEqual([]);
  });

  it('leaves out what has an excluded word', () => {
    expect(urls('heartbeat -commands', { advancedSyntax: true })).toEqual(['/heartbeat/']);
  });
});

describe('a section as a whole', () => {
  const engine = createEngine([
    record({ page: '/a/', headings: ['Alpha', 'Battery'], anchor: 'battery' }),
    record({
      page: '/a/',
      headings: ['Alpha', 'Battery'],
      anchor: 'battery',
      content: 'A device that sleeps sends its heartbeat less often.',
    }),
    record({ page: '/b/', headings: ['Beta', 'Battery'], anchor: 'battery' }),
    record({
      page: '/b/',
      headings: ['Beta', 'Battery'],
      anchor: 'battery',
      content: 'The board reads its voltage through a divider.',
    }),
  ]);
  const first = (query: string) =>
    engine.search({ query, page: 0, hitsPerPage: 4 }).hits[0]?.record;

  it('leads to the heading whose texts have the other words of the query', () => {
    expect(first('battery heartbeat')).toMatchObject({ url: '/a/#battery', type: 'lvl2' });
    expect(first('battery voltage')).toMatchObject({ url: '/b/#battery', type: 'lvl2' });
  });

  it('counts a phrase once, however many repeat the heading', () => {
    const repeated = createEngine([
      record({ page: '/many/', headings: ['Logs'], keywords: 'abc, def, ghi' }),
      record({ page: '/few/', headings: ['Logs'], keywords: 'abcdefghi' }),
    ]);
    const [many, few] = repeated.search({ query: 'logs', page: 0, hitsPerPage: 2 }).hits;
    expect(many?.score).toBeCloseTo(few?.score ?? 0, 0);
  });
});
