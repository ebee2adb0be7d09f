import type { Locator } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';
import { PageErrors } from './support/page-errors.ts';

const urlPath = '/features/events/rule-pattern/';

test('a pattern is compared with an event while the reader writes', async ({
  page,
  origin,
  context,
}) => {
  const pageErrors = new PageErrors(page, origin);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, urlPath);
  const button = page.getByRole('button', { name: 'Test a pattern' });
  await button.hover();
  await button.focus();
  await page.keyboard.press('Enter');
  const tester = page.getByRole('region', { name: 'Test a pattern' });
  await expect(tester).toBeFocused();
  // From here on, the tester needs no network: there are no requests to a sandbox.
  await context.setOffline(true);
  const [event, pattern] = [tester.getByLabel('Event'), tester.getByLabel('Pattern')];
  const status = tester.getByRole('status');
  const conditions = tester.locator('ol > li');
  await expect(status).toHaveText('Match: 1 of 1 condition matched.');

  await pattern.fill('{"eventType":["door-unlocked"],"data":{"door":["back"],"count":["2"]}}');
  await expect(status).toHaveText('No match: 2 of 3 conditions failed.');
  await expect(conditions.nth(0)).toContainText(/^Match eventType/);
  await expect(conditions.nth(1)).toContainText('No match data › door must be "back".');
  await expect(conditions.nth(1)).toContainText('The event has "front".');
  await expect(conditions.nth(2)).toContainText('The event has no such field.');
  await expect(tester).toContainText('All fields of a pattern must match.');
  expect(await axeViolations(page)).toEqual([]);

  await pattern.fill('{"eventType":"door-unlocked"}');
  await expect(status).toHaveText('Correct the pattern.');
  await expect(pattern).toHaveAccessibleDescription(/"eventType" must be an array of values/);
  await event.fill('{"eventType":');
  await expect(status).toHaveText('Correct the event and the pattern.');
  await expect(event).toHaveAccessibleDescription(/^Line 1, column 14: /);
  await expect(event).toHaveAttribute('aria-invalid', 'true');
  expect(await axeViolations(page)).toEqual([]);

  await tester.getByRole('button', { name: 'wash-cycle-finished {}' }).focus();
  await page.keyboard.press('Enter');
  await tester.getByRole('button', { name: 'Every event' }).click();
  await expect(status).toHaveText('Match: an empty pattern matches all events.');
  await event.fill((await event.inputValue()).replace(/"timestamp": \d+/, '"timestamp": 1'));
  await expect(tester).toContainText('The event is too old.');
  // The message names the correct field.
  await tester.getByRole('button', { name: /^\{"nodeId"/ }).click();
  await expect(status).toHaveText('Correct the pattern.');
  await expect(pattern).toHaveAccessibleDescription(/The id of the node is "eventSource"/);
  expect(pageErrors.list).toEqual([]);
});

test('the result is between the texts and their examples, in the color of its outcome', async ({
  page,
}) => {
  await open(page, urlPath);
  await page.getByRole('button', { name: 'Test a pattern' }).click();
  const tester = page.getByRole('region', { name: 'Test a pattern' });
  const [pattern, status] = [tester.getByLabel('Pattern'), tester.getByRole('status')];
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? NaN;
  const result = await top(status);
  expect(result).toBeGreaterThan(await top(pattern));
  expect(result).toBeLessThan(await top(tester.getByRole('group').first()));
  const color = () => status.evaluate((element) => getComputedStyle(element).color);
  const match = await color();
  await pattern.fill('{"eventType":["another"]}');
  await expect(status).toHaveText(/^No match:/);
  expect(await color()).not.toBe(match);
});

test('each result in the table of the page is the result of the tester', async ({ page }) => {
  await open(page, urlPath);
  const table = page.locator('#check-a-pattern-on-paper').locator('xpath=following::table[1]');
  const rows = await table
    .locator('tbody tr')
    .evaluateAll((found) =>
      found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
    );
  expect(rows.length).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Test a pattern' }).click();
  const tester = page.getByRole('region', { name: 'Test a pattern' });
  const events = tester.getByRole('group').first().getByRole('button');
  await expect(events).toHaveCount(3);
  for (const [pattern = '', ...results] of rows) {
    await tester.getByLabel('Pattern').fill(pattern);
    for (const [index, result] of results.entries()) {
      await events.nth(index).click();
      await expect(tester.getByRole('status')).toContainText(new RegExp(`^${result}:`));
    }
  }
});
