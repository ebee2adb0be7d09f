import { operationRoutes } from './support/specification-routes.ts';
import { expect, openRunner, runner, sendButton, status, test } from './support/runner.ts';

// Each test opens a dozen pages.
test.describe.configure({ timeout: 180_000 });

const groupSize = 13;
const groups = Array.from({ length: Math.ceil(operationRoutes.length / groupSize) }, (_, index) =>
  operationRoutes.slice(index * groupSize, (index + 1) * groupSize),
);

test('there are 52 operations', () => {
  expect(operationRoutes).toHaveLength(52);
});

for (const group of groups) {
  test(`a reader with a key can send every operation: ${group[0]} to ${group.at(-1)}`, async ({
    page,
    platform,
  }) => {
    for (const route of group) {
      await openRunner(page, route);
      const key = runner(page).getByLabel(/^(?:API|Connection) key$/);
      if ((await key.inputValue()) === '') await key.fill('bench-key');
      await sendButton(page).click();
      await expect(status(page), route).toHaveText(/^200 OK/);
    }
    expect(platform.received).toHaveLength(group.length);
  });
}
