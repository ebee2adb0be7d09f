import { operationRoutes } from './support/specification-routes.ts';
import { expect, openSandboxRunner, runner, sendButton, status, test } from './support/runner.ts';
import { projectOf } from './support/sandbox.ts';

// Each test opens a dozen pages.
test.describe.configure({ timeout: 180_000 });

const groupSize = 13;
const groups = Array.from({ length: Math.ceil(operationRoutes.length / groupSize) }, (_, index) =>
  operationRoutes.slice(index * groupSize, (index + 1) * groupSize),
);

for (const group of groups) {
  test(`a new reader presses Send and it works: ${group[0]} to ${group.at(-1)}`, async ({
    page,
    platform,
  }) => {
    for (const route of group) {
      await openSandboxRunner(page, route);
      await projectOf(page);
      await expect(runner(page).getByText('You can still send the request'), route).toHaveCount(0);
      await sendButton(page).click();
      await expect(status(page), route).toHaveText(/^200 OK/);
      await expect(runner(page).locator('.runner__status--ok').first(), route).toBeVisible();
      // The next request needs an unchanged project.
      await page.goto('about:blank');
      await page.goto('/search/');
      await page.evaluate(() => sessionStorage.clear());
    }
    expect(platform.received).toEqual([]);
  });
}
