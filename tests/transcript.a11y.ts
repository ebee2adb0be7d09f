import type { Page } from '@playwright/test';
import { heading, searchDialog, searchInput } from './support/locators.ts';
import { open } from './support/fixtures.ts';
import { expect, runner, status, test } from './support/runner.ts';

/** What a screen reader says about the element with the focus: its role, name and states, from the accessibility tree. */
async function spokenFocus(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(() => {
      const active = document.activeElement;
      const option = document.getElementById(active?.getAttribute('aria-activedescendant') ?? '');
      return option ?? active;
    })()`,
  });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  await session.detach();
  const [node] = nodes;
  const states = (node?.properties ?? [])
    .filter(({ name }) => ['expanded', 'selected'].includes(name))
    .map(({ name, value }) => (value.value === true ? name : `not ${name}`));
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return [text(node?.role?.value), `"${text(node?.name?.value)}"`, ...states].join(' ');
}

/** Records the texts that live regions announce from now on. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[role=status], [role=alert], [aria-live=polite]');
        const text = region?.textContent.trim().replaceAll(/\s+/g, ' ') ?? '';
        if (text !== '' && said.at(-1) !== text) said.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** Presses Tab until an element with this name has the focus, at most as often as the page has controls before it. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent.trim())) === name) return;
  }
  throw new Error(`no control with the name "${name}" can be reached by Tab`);
}

// docs/behavior.md, sections 2, 4 and 6: search and the request runner, with the keyboard and a screen reader only.
test('a screen reader finds an operation, sends it and hears the response', async ({ page }) => {
  await open(page, '/');
  const transcript: string[] = [];
  const hear = async () => transcript.push(await spokenFocus(page));

  await page.keyboard.press('Control+k');
  await expect(searchInput(page)).toBeFocused();
  await hear();
  await page.keyboard.type('list nodes');
  // The results of an incomplete query can also start with this title, on another page.
  const selected = searchDialog(page).getByRole('option', { selected: true });
  await expect(selected).toHaveAttribute('href', /\/platform-api\/node-list\/$/);
  await hear();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('List nodes');
  // The title changes after the heading.
  await expect(page).toHaveTitle(/^List nodes/);
  transcript.push(`page "${await page.title()}"`);
  await tabTo(page, 'Try it');
  await hear();
  await page.keyboard.press('Enter');
  await expect(runner(page).getByRole('heading', { name: 'Send a request' })).toBeFocused();
  await hear();
  const announcements = await recordAnnouncements(page);
  await tabTo(page, 'Send');
  await hear();
  await page.keyboard.press('Enter');
  await expect(status(page)).toHaveText(/^200 OK/);

  expect(transcript).toEqual([
    'gridcell "Getting started" selected',
    'option "List nodes POST https://api.ap-in-1.anedya.io/v1/node/list" selected',
    'page "List nodes · Platform API | Anedya Docs"',
    'button "Try it" not expanded',
    'heading "Send a request"',
    'button "Send"',
  ]);
  // The sandbox announces its project when it is created, which may be before or after Send.
  const said = (await announcements()).filter((text) => text !== 'Creating a project…');
  expect(said).toEqual(['Waiting for the response…', expect.stringMatching(/^200 OK/)]);
});
