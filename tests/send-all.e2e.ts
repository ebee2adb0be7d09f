import { visitOperations } from './support/fixtures.ts';
import { operationGroups } from './support/specification-routes.ts';
import {
  choosePlatform,
  chooseSandbox,
  expect,
  openRunnerHere,
  runner,
  sendButton,
  status,
  test,
} from './support/runner.ts';
import { projectOf, resetProject } from './support/sandbox.ts';

// Each test opens a dozen pages.
test.describe.configure({ timeout: 180_000 });

test('there are 52 operations', () => {
  expect(operationGroups.flat()).toHaveLength(52);
});

for (const group of operationGroups) {
  test(`a new reader presses Send, and a reader with a key sends to the platform: ${group[0]} to ${group.at(-1)}`, async ({
    page,
    platform,
  }) => {
    let sent = 0;
    await visitOperations(page, group, async (route) => {
      await openRunnerHere(page);
      await projectOf(page);
      await expect(runner(page).getByText('You can still send the request'), route).toHaveCount(0);
      await sendButton(page).click();
      await expect(status(page), route).toHaveText(/^200 OK/);
      await expect(runner(page).locator('.tone--good').first(), route).toBeVisible();
      await resetProject(page);
      expect(platform.received, route).toHaveLength(sent);

      await choosePlatform(page);
      const key = runner(page).getByLabel(/^(?:API|Connection) key$/);
      if ((await key.inputValue()) === '') await key.fill('bench-key');
      await sendButton(page).click();
      sent += 1;
      // Until then, the page may show the first response.
      await expect.poll(() => platform.received.length, { message: route }).toBe(sent);
      await expect(status(page), route).toHaveText(/^200 OK/);
      await chooseSandbox(page);
    });
  });
}
