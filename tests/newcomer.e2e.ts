import { expect, open, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';

const set = ['ANEDYA_API_KEY', 'ANEDYA_CONNECTION_KEY'];
/** Set by the setup block. */
const addresses = ['ANEDYA_DEVICE_URL', 'ANEDYA_API_URL'];

test('a newcomer submits data within three pages from the home page', async ({ page }) => {
  await open(page, '/');
  const article = page.getByRole('article');
  await article.getByRole('link', { name: 'First device, step by step' }).click();

  await expect(heading(page)).toHaveText('Set up a project');
  // It refers to the block that sets the addresses, and sets all others.
  await expect(
    article.getByRole('link', { name: 'setup block', exact: true }).first(),
  ).toHaveAttribute('href', '/getting-started/#setup');
  await expect(
    article.locator('pre').filter({ hasText: 'export ANEDYA_CONNECTION_KEY' }),
  ).not.toHaveCount(0);
  await article.getByRole('link', { name: 'Submit data' }).first().click();

  await expect(heading(page)).toHaveText('Submit data');
  const command = await article.locator('pre').first().innerText();
  expect(command).toContain('/submitData');
  const variables = [...command.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name]) => name);
  expect(variables).toContain('ANEDYA_CONNECTION_KEY');
  expect(variables.filter((name) => ![...set, ...addresses].includes(name ?? ''))).toEqual([]);
});
