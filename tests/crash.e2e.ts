import { editScript } from './support/script-routes.ts';
import { mainScript, pageScript } from './support/build.ts';
import { crashPage } from './support/crash.ts';
import { expect, open, test } from './support/fixtures.ts';
import { heading, navbar } from './support/locators.ts';

const messages = ['the page cannot be shown', 'its table is broken', 'a cell is missing'];

// docs/behavior.md, sections 4 and 8: 'This page crashed.' with a 'Try again' button and the chain of causes.
test('a page that crashes shows the cause and can be retried', async ({ page }) => {
  await crashPage(page, pageScript('/changelog'), messages);
  await open(page, '/');
  await navbar(page).getByRole('link', { name: 'Changelog' }).click();

  await expect(heading(page)).toHaveText('This page crashed.');
  await expect(page.getByText(messages.join('\n\nCause:\n'))).toBeVisible();
  await expect(navbar(page)).toBeVisible();

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('This page crashed.');
  await page.evaluate(() => Object.assign(window, { calm: true }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('Changelog');
});

test('a crashed page can be left with a link and with Back', async ({ page }) => {
  await crashPage(page, pageScript('/changelog'), messages);
  await open(page, '/');
  await navbar(page).getByRole('link', { name: 'Changelog' }).click();
  await expect(heading(page)).toHaveText('This page crashed.');
  await navbar(page).getByRole('link', { name: 'Device Integration' }).click();
  await expect(page).toHaveURL('/device/');
  await expect(heading(page)).toHaveText('Device API introduction');

  await page.goBack();
  await expect(heading(page)).toHaveText('This page crashed.');
  await page.goBack();
  await expect(heading(page)).toHaveText('What is Anedya');
});

// docs/behavior.md, section 8: the same text when the layout crashes.
test('a crash outside the layout shows the same text', async ({ page }) => {
  await editScript(page, mainScript(), (source) =>
    source.replace(
      'footer:{style:"dark"',
      'footer:{get style(){if(!("calm" in window))throw new Error("no footer");return "dark"}',
    ),
  );
  await page.goto('/');
  await expect(heading(page)).toHaveText('This page crashed.');
  await expect(page.getByText('no footer')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { calm: true }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('What is Anedya');
});

for (const path of ['/changelog/', '/platform-api/node-create/']) {
  // HTML, 7.4.6.4: a fragment that cannot be decoded is used unchanged, and may match no element.
  test(`a fragment that cannot be decoded does not affect ${path}`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await open(page, `${path}#9%`);
    const title = await heading(page).innerText();
    await page.evaluate(() => (location.hash = '#8%'));
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
    );
    await expect(heading(page)).toHaveText(title);
    expect(errors).toEqual([]);
  });
}
