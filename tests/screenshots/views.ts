import type { Page } from '@playwright/test';
import {
  hamburger,
  searchButton,
  searchDialog,
  searchHits,
  searchInput,
} from '../support/locators.ts';
import { runner, sendButton, status } from '../support/runner.ts';
import { failSearch } from '../support/search-responses.ts';

export interface View {
  readonly name: string;
  readonly path: string;
  /** Prepares the page before it loads. */
  readonly before?: (page: Page) => Promise<void>;
  /** Brings the loaded page into its state. */
  readonly act?: (page: Page) => Promise<void>;
}

const operation = '/platform-api/node-list/';

async function search(page: Page, query: string): Promise<void> {
  await searchButton(page).click();
  await searchInput(page).fill(query);
}

async function openRunner(page: Page): Promise<void> {
  await page.locator('.send__open').click();
  await runner(page).waitFor();
  await runner(page).scrollIntoViewIfNeeded();
}

/** The views of the contact sheet: the kinds of pages, then the states of their parts. */
export const views: readonly View[] = [
  { name: 'home', path: '/' },
  { name: 'overview', path: '/anedya-overview/' },
  { name: 'getting-started', path: '/getting-started/' },
  { name: 'tutorial', path: '/getting-started/submitData/' },
  { name: 'architecture', path: '/essentials/architecture/' },
  { name: 'concepts', path: '/essentials/concepts/' },
  { name: 'guide', path: '/features/heartbeat/' },
  { name: 'guide-diagram', path: '/features/ota/ota-anedya/' },
  { name: 'guide-nested', path: '/features/commands/commands-intro/' },
  { name: 'changelog', path: '/changelog/' },
  { name: 'platform-index', path: '/platform-api/' },
  { name: 'platform-errors', path: '/platform-api/anedya-platform-apis/' },
  { name: 'device-index', path: '/device/' },
  { name: 'mqtt', path: '/device/mqtt-endpoints/' },
  { name: 'operation-short', path: operation },
  { name: 'operation-long', path: '/platform-api/post-aggregates-variable-by-time/' },
  { name: 'operation-device', path: '/device/api/submitdata/' },
  { name: 'operation-fields', path: '/platform-api/node-create/#request-tags' },
  { name: 'not-found', path: '/platform-api/create-nodes/' },
  { name: 'search-page', path: '/search/?q=node' },
  { name: 'search-page-empty', path: '/search/' },
  { name: 'search-page-none', path: '/search/?q=zzzzqqq' },
  {
    name: 'search-page-failed',
    path: '/search/?q=test',
    before: failSearch,
    act: (page) => page.getByText('Unable to fetch results').waitFor(),
  },
  { name: 'search-dialog', path: '/', act: (page) => searchButton(page).click() },
  {
    name: 'search-hits',
    path: '/',
    act: async (page) => {
      await search(page, 'mqtt');
      await searchHits(page).first().waitFor();
    },
  },
  {
    name: 'search-none',
    path: '/',
    act: async (page) => {
      await search(page, 'zzzzqqq');
      await searchDialog(page).getByText('No results for').waitFor();
    },
  },
  {
    name: 'menu',
    path: '/features/heartbeat/',
    act: async (page) => {
      if (await hamburger(page).isVisible()) await hamburger(page).click();
      else await page.getByRole('link', { name: 'Heartbeat', exact: true }).first().focus();
    },
  },
  { name: 'runner', path: operation, act: openRunner },
  {
    name: 'runner-response',
    path: operation,
    act: async (page) => {
      await openRunner(page);
      await sendButton(page).click();
      await status(page)
        .filter({ hasText: /^\d{3} / })
        .waitFor();
    },
  },
  {
    name: 'mqtt-console',
    path: '/device/mqtt-endpoints/',
    act: async (page) => {
      await page.locator('.send__open').first().click();
      await page.locator('.mqtt').waitFor();
    },
  },
];
