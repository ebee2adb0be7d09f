import type { Locator, Page } from '@playwright/test';

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });

export const navbar = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Main', exact: true });

export const searchButton = (page: Page): Locator => page.getByRole('button', { name: 'Search' });

export const searchDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Search docs' });

export const hamburger = (page: Page): Locator =>
  page.getByRole('button', { name: 'Toggle navigation bar' });

export const mobileSidebar = (page: Page): Locator => page.locator('.navbar-sidebar');

/** The field of the dialog when its content has loaded. */
export const searchInput = (page: Page): Locator => searchDialog(page).getByRole('combobox');

export const searchHits = (page: Page): Locator => searchDialog(page).getByRole('option');

/** The menu of a group of code samples. */
export const sampleMenu = (page: Page | Locator, name = 'Language'): Locator =>
  page.getByRole('combobox', { name, exact: true });
