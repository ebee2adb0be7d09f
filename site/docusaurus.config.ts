import type { Config } from '@docusaurus/types';
import type * as ContentDocs from '@docusaurus/plugin-content-docs';
import type * as Sitemap from '@docusaurus/plugin-sitemap';
import type * as ThemeClassic from '@docusaurus/theme-classic';
import type { UserThemeConfig } from '@docusaurus/theme-common';
import { hostedSearch, readEnvironment, reportUrl } from './config/environment';
import { navbarItems } from './config/navbar';
import { version } from './package.json';
import apiReference from './content/api-reference';
import browserSandbox from './content/browser-sandbox';
import changelog from './content/changelog';
import remarkChangelog from './content/changelog/remark';
import deviceProgram from './content/device-program';
import firmware from './content/firmware';
import remarkConsoleLink from './content/console-link';
import remarkOperationLinks from './content/operation-links';
import remarkExampleFiles from './content/example-files';
import remarkGlossary from './content/glossary';
import remarkGreenhouse from './content/greenhouse';
import remarkLimits from './content/limits';
import markdownPages from './content/markdown-pages';
import pageSources from './content/page-sources';
import remarkNamedFacts from './content/named-facts';
import earlyInput from './content/early-input';
import googleTag from './content/google-tag';
import readerValues from './content/reader-values';
import rehypeHighlightedCode from './content/highlight/rehype-highlighted-code';
import rehypeTables from './content/tables/rehype-tables';
import theme from './content/theme';
import bundle from './delivery/bundle';
import fixes from './fixes';

const env = readEnvironment();
const hosted = hostedSearch(env);
const usesGoogle = env.GTAG_ID !== '';

const escapeRegex = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The theme requires values even for the site's own server, which accepts any. */
const search = {
  ...(hosted ?? { appId: 'self-hosted', apiKey: 'search-only' }),
  indexName: env.SEARCH_INDEX_NAME,
  contextualSearch: true,
  searchPagePath: 'search',
  placeholder: 'Search docs',
  // Hits of other sites that an index may hold as well open as outside links.
  externalUrlRegex: `^(?!${escapeRegex(env.SITE_URL)}/)`,
};

const docs = {
  path: 'docs',
  routeBasePath: '/',
  sidebarPath: './sidebars.ts',
  breadcrumbs: true,
  versions: { current: { label: 'Next' } },
  beforeDefaultRemarkPlugins: [
    // Prose is checked as written, before other plugins change it.
    remarkNamedFacts,
    remarkLimits,
    remarkExampleFiles,
    remarkChangelog,
    remarkConsoleLink,
    remarkOperationLinks,
    remarkGlossary,
    remarkGreenhouse,
  ],
  rehypePlugins: [rehypeHighlightedCode, rehypeTables],
} satisfies ContentDocs.Options;

const sitemap = { changefreq: 'weekly', priority: 0.8 } as Sitemap.Options;
const classic = {
  customCss: ['./src/css/site.css', './src/css/frame.css'],
} satisfies ThemeClassic.Options;

const themeConfig = {
  colorMode: { defaultMode: 'dark', disableSwitch: false, respectPrefersColorScheme: false },
  announcementBar: {
    id: 'first-edition',
    content:
      '<span class="announcement__more">First edition: operations with </span>' +
      '<span class="announcement__text">undocumented details are marked <b>Unconfirmed</b>.</span>',
    backgroundColor: 'var(--docs-announcement)',
    textColor: 'var(--ifm-font-color-base)',
    isCloseable: true,
  },
  metadata: [{ name: 'color-scheme', content: 'dark light' }],
  navbar: {
    title: 'Anedya Docs',
    hideOnScroll: false,
    logo: {
      alt: '',
      src: 'img/logo.svg',
      srcDark: 'img/logo-dark.svg',
      width: 28,
      height: 28,
    },
    items: navbarItems(env),
  },
  footer: {
    style: 'dark',
    copyright: 'Copyright © 2025 Anedya Systems Private Limited',
  },
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  docs: { sidebar: { hideable: false, autoCollapseCategories: false } },
  algolia: search,
} satisfies UserThemeConfig & { algolia: typeof search };

const config: Config = {
  title: env.SITE_TITLE,
  tagline: env.SITE_TAGLINE,
  url: env.SITE_URL,
  baseUrl: env.BASE_URL,
  trailingSlash: true,
  favicon: 'img/favicon.svg',
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  onBrokenMarkdownLinks: 'throw',
  onDuplicateRoutes: 'throw',
  i18n: { defaultLocale: 'en', locales: ['en'] },
  markdown: { format: 'detect' },
  future: { experimental_faster: true },
  customFields: {
    pageViewsPath: usesGoogle ? '' : env.PAGE_VIEWS_PATH,
    searchBackend: hosted ? 'hosted' : env.SEARCH_BACKEND,
    reportUrl: reportUrl(env.ISSUES_URL, version),
    missingResultsUrl: env.CHAT_URL,
    apiProxyUrl: env.API_PROXY_URL ?? `${env.BASE_URL}proxy/`,
    sandboxUrl: env.SANDBOX_URL ?? `${env.BASE_URL}sandbox`,
    // Absent by default: every page loads this.
    ...(env.MCP_URL !== undefined && { mcpUrl: env.MCP_URL }),
    ...(env.ASSISTANTS.length > 0 && { assistants: env.ASSISTANTS }),
  },
  plugins: [
    apiReference,
    readerValues,
    ['@docusaurus/plugin-content-docs', docs],
    ['@docusaurus/plugin-sitemap', sitemap],
    ...(usesGoogle ? [googleTag(env.GTAG_ID)] : []),
    changelog,
    markdownPages,
    pageSources,
    earlyInput,
    browserSandbox,
    deviceProgram,
    firmware,
    bundle,
    fixes,
  ],
  themes: [[theme, classic], '@docusaurus/theme-search-algolia'],
  clientModules: [
    './src/features/page-views/client-module.ts',
    './src/components/scrollable-tables.ts',
    './src/components/open-target.ts',
    './src/features/values/client-module.ts',
  ],
  themeConfig: themeConfig,
};

export default config;
