import { visitOperations } from './support/fixtures.ts';
import { operationGroups } from './support/specification-routes.ts';
import {
  choosePlatform,
  expect,
  openRunnerHere,
  runner,
  sendButton,
  status,
  test,
} from './support/runner.ts';

// Each test opens a dozen pages.
test.describe.configure({ timeout: 180_000 });

test('there are 52 operations', () => {
  expect(operationGroups.flat()).toHaveLength(52);
});

for (const group of operationGroups) {
  test(`a reader with a key can send every operation: ${group[0]} to ${group.at(-1)}`, async ({
    page,
    platform,
  }) => {
    await visitOperations(page, group, async (route) => {
      await openRunnerHere(page);
      await choosePlatform(page);
      const key = runner(page).getByLabel(/^(?:API|Connection) key$/);
      if ((await key.inputValue()) === '') await key.fill('bench-key');
      await sendButton(page).click();
      await expect(status(page), route).toHaveText(/^200 OK/);
    });
    expect(platform.received).toHaveLength(group.length);
  });
}
