import { visitOperations } from './support/fixtures.ts';
import { operationGroups } from './support/specification-routes.ts';
import { expect, openRunnerHere, runner, sendButton, status, test } from './support/runner.ts';
import { projectOf, resetProject } from './support/sandbox.ts';

// Each test opens a dozen pages.
test.describe.configure({ timeout: 180_000 });

for (const group of operationGroups) {
  test(`a new reader presses Send and it works: ${group[0]} to ${group.at(-1)}`, async ({
    page,
    platform,
  }) => {
    await visitOperations(page, group, async (route) => {
      await openRunnerHere(page);
      await projectOf(page);
      await expect(runner(page).getByText('You can still send the request'), route).toHaveCount(0);
      await sendButton(page).click();
      await expect(status(page), route).toHaveText(/^200 OK/);
      await expect(runner(page).locator('.tone--good').first(), route).toBeVisible();
      await resetProject(page);
    });
    expect(platform.received).toEqual([]);
  });
}
