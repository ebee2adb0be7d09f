import { expect, open, test } from './support/fixtures.ts';

test('the home page hydrates', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is Anedya');
});
