import { describe, expect, it } from 'vitest';
import { hostedSearch, readEnvironment } from './environment';

describe('readEnvironment', () => {
  it('has a default for every variable', () => {
    expect({ ...readEnvironment({}) }).toEqual({
      SITE_TITLE: 'Anedya Docs',
      SITE_TAGLINE: 'Connect hardware, skip the server side',
      SITE_URL: 'https://docs.anedya.io',
      BASE_URL: '/',
      CONSOLE_URL: 'https://console.anedya.io/',
      BLOG_URL: 'https://anedya.io/blog',
      REPOSITORY_URL: 'https://github.com/anedyaio',
      ISSUES_URL: '',
      CHAT_URL: 'https://github.com/orgs/anedyaio/discussions',
      GTAG_ID: '',
      PAGE_VIEWS_PATH: '/page-views',
      API_PROXY_URL: undefined,
      SANDBOX_URL: undefined,
      MCP_URL: undefined,
      ASSISTANTS: [],
      OFFLINE: 'on',
      SEARCH_BACKEND: 'server',
      SEARCH_APP_ID: '',
      SEARCH_API_KEY: '',
      SEARCH_INDEX_NAME: 'anedya-docs',
    });
  });

  it.each([
    ['SITE_TITLE', 'Docs'],
    ['SITE_TAGLINE', 'A line'],
    ['SITE_URL', 'http://localhost:3000'],
    ['BASE_URL', '/docs/v2/'],
    ['CONSOLE_URL', 'http://console.example.org/a?b#c'],
    ['BLOG_URL', 'https://blog.example.org/'],
    ['ISSUES_URL', ''],
    ['ISSUES_URL', 'https://git.example.org/docs/issues/new'],
    ['GTAG_ID', 'G-ABC123'],
    ['PAGE_VIEWS_PATH', ''],
    ['API_PROXY_URL', ''],
    ['API_PROXY_URL', '/docs/proxy/'],
    ['API_PROXY_URL', 'https://proxy.example.org/?url='],
    ['SANDBOX_URL', ''],
    ['SANDBOX_URL', '/docs/sandbox'],
    ['SANDBOX_URL', 'https://try.example.org/sandbox'],
    ['SANDBOX_URL', 'http://localhost:8800/sandbox'],
    ['MCP_URL', ''],
    ['MCP_URL', 'https://mcp.example.org/mcp'],
    ['PAGE_VIEWS_PATH', '/docs/page-views'],
    ['SEARCH_APP_ID', 'APP'],
    ['SEARCH_API_KEY', 'key'],
    ['SEARCH_INDEX_NAME', 'other'],
  ] as const)('takes %s=%j', (name, value) => {
    expect(readEnvironment({ [name]: value })[name]).toBe(value);
  });

  it('takes chats that open a page', () => {
    const chat = { name: 'Chat', url: 'https://chat.example.org/?q={page}' };
    const { ASSISTANTS } = readEnvironment({ ASSISTANTS: JSON.stringify([chat]) });
    expect(ASSISTANTS).toEqual([chat]);
  });

  it('removes the trailing slash of an origin, as Docusaurus requires', () => {
    expect(readEnvironment({ SITE_URL: 'https://a.example.org/' }).SITE_URL).toBe(
      'https://a.example.org',
    );
  });

  it.each([
    ['SITE_TITLE', ''],
    ['SITE_TITLE', '  '],
    ['SITE_TAGLINE', ''],
    ['ISSUES_URL', 'docs/issues/new'],
    ['ISSUES_URL', 'https://user:password@git.example.org/docs/issues/new'],
    ['SITE_URL', ''],
    ['SITE_URL', 'docs.anedya.io'],
    ['SITE_URL', 'https://docs.anedya.io/docs'],
    ['SITE_URL', 'https://docs.anedya.io/?a'],
    ['SITE_URL', 'ftp://docs.anedya.io'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['BASE_URL', ''],
    ['BASE_URL', 'docs/'],
    ['BASE_URL', '/docs'],
    ['BASE_URL', '//'],
    ['BASE_URL', '/a b/'],
    ['CONSOLE_URL', '/console'],
    ['CONSOLE_URL', 'javascript:alert(1)'],
    ['CONSOLE_URL', 'https://user:password@example.org/'],
    ['BLOG_URL', 'blog'],
    ['REPOSITORY_URL', 'git@github.com:anedyaio'],
    ['CHAT_URL', 'mailto:a@example.org'],
    ['GTAG_ID', 'g-lower'],
    ['GTAG_ID', 'G-1"><script>'],
    ['PAGE_VIEWS_PATH', 'page-views'],
    ['PAGE_VIEWS_PATH', 'https://example.org/'],
    ['PAGE_VIEWS_PATH', '//example.org/collect'],
    ['API_PROXY_URL', 'proxy/'],
    ['API_PROXY_URL', '/proxy'],
    ['API_PROXY_URL', '//proxy.example.org/'],
    ['API_PROXY_URL', 'https://user:password@proxy.example.org/'],
    ['MCP_URL', 'mcp'],
    ['ASSISTANTS', 'Chat'],
    ['ASSISTANTS', '{}'],
    ['ASSISTANTS', '[{"name": "Chat", "url": "https://chat.example.org/"}]'],
    ['ASSISTANTS', '[{"name": "", "url": "https://chat.example.org/?q={page}"}]'],
    ['ASSISTANTS', '[{"name": "Chat", "url": "javascript:{page}"}]'],
    ['SANDBOX_URL', 'sandbox'],
    ['SANDBOX_URL', '//try.example.org/'],
    ['SANDBOX_URL', 'ftp://try.example.org/'],
    ['SANDBOX_URL', 'https://user:password@try.example.org/'],
    ['SEARCH_INDEX_NAME', ''],
  ])('rejects %s=%j and names the variable', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(
      new RegExp(`^The site's configuration is not valid\\..*:\\n  ${name}: [^\\n]+$`),
    );
  });

  it('lists all invalid variables', () => {
    const read = () => readEnvironment({ SITE_URL: 'x', GTAG_ID: 'y', BASE_URL: 'z' });
    expect(read).toThrow(/\n {2}SITE_URL: .*\n {2}BASE_URL: .*\n {2}GTAG_ID: /);
  });

  it('includes the invalid value', () => {
    expect(() => readEnvironment({ BASE_URL: '/docs' })).toThrow('got "/docs"');
  });
});

describe('hostedSearch', () => {
  const read = (env: NodeJS.ProcessEnv) => hostedSearch(readEnvironment(env));

  it('returns both keys, or nothing', () => {
    expect(read({})).toBeUndefined();
    const keys = { appId: 'APP', apiKey: 'key' };
    expect(read({ SEARCH_APP_ID: 'APP', SEARCH_API_KEY: 'key' })).toEqual(keys);
  });

  it.each([
    ['SEARCH_APP_ID', 'SEARCH_API_KEY'],
    ['SEARCH_API_KEY', 'SEARCH_APP_ID'],
  ])('rejects %s without %s', (set, missing) => {
    expect(() => read({ [set]: 'value' })).toThrow(
      new RegExp(
        `^The site's configuration is not valid\\..*:\\n  ${missing}: required with ${set}$`,
      ),
    );
  });
});
