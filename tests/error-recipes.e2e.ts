import type { Page } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';
import { PageErrors } from './support/page-errors.ts';
import { projectOf } from './support/sandbox.ts';

test.describe.configure({ timeout: 120_000 });

const catalogs = {
  platform: '/platform-api/anedya-platform-apis/',
  device: '/device/api/device-apis/',
} as const;

const button = (page: Page, code: string) =>
  page.getByRole('button', { name: `Reproduce ${code}`, exact: true });

const region = (page: Page, code: string) =>
  page.getByRole('region', { name: `Reproduce ${code}`, exact: true });

for (const home of ['server', 'browser'] as const) {
  test(`codes of the catalog are reproduced in the sandbox (${home})`, async ({ page, origin }) => {
    const pageErrors = new PageErrors(page, origin);
    await page.addInitScript((chosen) => {
      if (chosen === 'browser') localStorage.setItem('docs-sandbox-home', chosen);
    }, home);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await open(page, catalogs.platform);
    await expect(button(page, 'node::nodenotfound')).toBeVisible();
    await expect(page.locator('#code-generic-ok')).not.toContainText('Reproduce');
    expect(loaded.filter((file) => /^\/(?:operations|sandbox)\//.test(file))).toEqual([]);
    for (const [code, preparations] of [
      ['node::nodenotfound', 2],
      ['auth::accessdenied', 0],
      ['auth::tokennotfound', 0],
      ['health::limitexceeded', 0],
    ] as const) {
      await button(page, code).focus();
      await page.keyboard.press('Enter');
      const shown = region(page, code);
      await expect(shown).toBeFocused();
      await expect(shown.getByRole('status')).toHaveText(
        'Reproduced. The corrected request succeeded.',
      );
      const requests = shown.getByRole('listitem');
      await expect(requests).toHaveCount(preparations + 2);
      const failure = requests.nth(preparations);
      await expect(failure.getByRole('group', { name: /^Response body/ })).toContainText(code);
      await expect(failure.getByText('Fix.', { exact: true })).toBeVisible();
      await expect(requests.last()).toContainText('Send the corrected request.');
      await expect(requests.last()).toContainText('200 OK');
    }
    await region(page, 'auth::tokennotfound')
      .getByRole('button', { name: 'Reproduce again' })
      .click();
    await expect(region(page, 'auth::tokennotfound').getByRole('status')).toHaveText(
      'Reproduced. The corrected request succeeded.',
    );
    expect(await axeViolationsInBothModes(page)).toEqual([]);

    await open(page, catalogs.device);
    await button(page, '4020').click();
    await expect(region(page, '4020').getByRole('status')).toHaveText(
      'Reproduced. The corrected request succeeded.',
    );
    await expect(button(page, '4040')).toHaveCount(0);
    await expect(page.locator('#code-4040')).toContainText(
      'Reproduce. The sandbox returns it over',
    );
    // The errors that were reproduced; and the script of a shared worker that runs already, which Chromium does not load again.
    const expected = /\b(?:400|401|403|404)\b|sandbox\/worker\.\w+\.js net::ERR_ABORTED/;
    expect(pageErrors.list.filter((text) => !expected.test(text))).toEqual([]);
  });
}

test('a page reproduces a code with its own operation', async ({ page }) => {
  await open(page, '/platform-api/data-get-data/');
  await button(page, 'data::variablenotfound').click();
  const shown = region(page, 'data::variablenotfound');
  await expect(shown.getByRole('status')).toHaveText(
    'Reproduced. The corrected request succeeded.',
  );
  await expect(shown.getByRole('link')).toHaveText(['Get historical data', 'Get historical data']);

  // Accepts no access tokens, so that its documents have no scheme for them.
  await open(page, '/platform-api/node-list/');
  await button(page, 'auth::accessdenied').click();
  await expect(region(page, 'auth::accessdenied').getByRole('status')).toHaveText(
    'Reproduced. The corrected request succeeded.',
  );
});

test('the runner links an error response to its entry in the catalog', async ({ page, origin }) => {
  await open(page, '/platform-api/node-delete/');
  await page.getByRole('button', { name: 'Try it' }).click();
  const runner = page.getByRole('region', { name: 'Send a request' });
  // Its node replaces the example in the body.
  await projectOf(page);
  await runner.getByRole('tab', { name: 'JSON' }).click();
  await runner.getByRole('textbox', { name: /JSON/ }).fill('{"nodeid":"greenhouse-7"}');
  await runner.getByRole('button', { name: 'Send', exact: true }).click();
  const link = runner.getByRole('link', { name: 'Error catalog' });
  await expect(link).toHaveAttribute('href', `${origin}${catalogs.platform}#code-node-invaliduuid`);
  await link.click();
  await expect(page).toHaveURL(/#code-node-invaliduuid$/);
  await expect(page.locator('#code-node-invaliduuid')).toBeInViewport();
});
