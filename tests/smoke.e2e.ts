import { expect, open, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';

test('the home page hydrates', async ({ page }) => {
  await open(page, '/');
  await expect(heading(page)).toHaveText('What is Anedya');
});
