import { deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { open } from './fixtures.ts';

export const programPage = '/features/heartbeat/';

export const deviceOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Simulated greenhouse' });

export const programTab = (page: Page): Locator =>
  deviceOf(page).getByRole('tab', { name: 'Program' });

/** The editor of the reader's program. */
export const editor = (page: Page): Locator =>
  deviceOf(page).getByRole('textbox', { name: 'Program of the device, main.py' });

export const output = (page: Page): Locator =>
  deviceOf(page).getByRole('log', { name: 'Serial output' });

export const button = (page: Page, name: string): Locator =>
  deviceOf(page).getByRole('button', { name, exact: true });

/** Opens the device and the tab with its program. */
export async function openProgram(page: Page, urlPath = programPage): Promise<void> {
  await open(page, urlPath);
  await page.getByRole('button', { name: 'Show the simulated device' }).click();
  await programTab(page).click();
  await editor(page).waitFor();
}

/** Replaces the program by typing. The editor adds indentation to lines that are typed, so only lines without are typed. */
export async function typeProgram(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** The fragment of a link with a program. */
export const fragmentOf = (source: string): string =>
  `#program=${deflateSync(source).toString('base64url')}`;
