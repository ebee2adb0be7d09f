import { axeViolations } from './support/axe.ts';
import { PageErrors } from './support/page-errors.ts';
import { expect, open, test } from './support/fixtures.ts';
import { openSandboxRunner, runner } from './support/runner.ts';
import { projectOf, storedProject } from './support/sandbox.ts';

const urlPath = '/features/events/';

interface Project {
  readonly deviceUrl: string;
  readonly nodes: readonly { readonly name: string; readonly connectionKey: string }[];
}

test('events of a deleted project are no longer listed', async ({ page }) => {
  await open(page, urlPath);
  await page.getByRole('button', { name: 'Show the events of your sandbox project' }).click();
  const box = page.getByRole('region', { name: 'Events of your sandbox project' });
  await expect(box.getByRole('status')).toContainText('No events yet');
  const project = await storedProject(page);
  const sent = await page.request.post('/sandbox/device/v1/events/submit', {
    headers: { 'Auth-mode': 'key', Authorization: project?.nodes[0]?.connectionKey ?? '' },
    data: { reqId: 'r', eventType: 'door-unlocked', timestamp: Date.now(), data: {} },
  });
  expect(await sent.json()).toMatchObject({ success: true });
  await box.getByRole('button', { name: 'Refresh' }).click();
  await expect(box.getByRole('listitem')).toHaveCount(1);

  const other = await page.context().newPage();
  await openSandboxRunner(other, '/platform-api/node-list/');
  await projectOf(other);
  await runner(other).getByRole('button', { name: 'Delete project' }).click();
  await runner(other).getByRole('button', { name: 'Yes, delete' }).click();
  await expect(box.getByRole('status')).toContainText('The project was deleted');
  await expect(box.getByRole('listitem')).toHaveCount(0);
  await box.getByRole('button', { name: 'Refresh' }).click();
  await expect(box.getByRole('status')).toContainText('No events yet');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a guide shows events, the rule that matched and its webhook request (${colorScheme})`, async ({
    page,
    origin,
  }) => {
    const pageErrors = new PageErrors(page, origin);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await open(page, urlPath);
    const created = page.waitForResponse((response) =>
      response.url().endsWith('/sandbox/projects'),
    );
    await page.getByRole('button', { name: 'Show the events of your sandbox project' }).click();
    const project = (await (await created).json()) as Project;
    const box = page.getByRole('region', { name: 'Events of your sandbox project' });
    await expect(box).toBeFocused();
    await expect(box.getByRole('status')).toContainText('No events yet');

    await box.getByLabel('Rule pattern').fill('{"eventType":"door-unlocked"}');
    await box.getByRole('button', { name: 'Store rule' }).click();
    await expect(box.getByRole('status')).toContainText('pattern');
    await expect(box.getByRole('status')).not.toContainText('is stored');
    await box.getByLabel('Rule pattern').fill('{"eventType":["door-unlocked"]}');
    await box.getByRole('button', { name: 'Store rule' }).click();
    await expect(box.getByRole('status')).toContainText('The rule is stored');

    const [node] = project.nodes;
    for (const eventType of ['door-unlocked', 'door-locked']) {
      const sent = await page.request.post(`${origin}/sandbox/device/v1/events/submit`, {
        headers: { 'Auth-mode': 'key', Authorization: node?.connectionKey ?? '' },
        data: { reqId: 'r', eventType, timestamp: Date.now(), data: { door: '<b>front</b>' } },
      });
      expect(await sent.json()).toMatchObject({ success: true });
    }
    await box.getByRole('button', { name: 'Refresh' }).click();
    await expect(box.getByRole('status')).toHaveText('2 events, newest first');
    const items = box.getByRole('listitem');
    await expect(items.first()).toContainText('No rule matched');
    await expect(items.last()).toContainText(`door-unlocked · ${node?.name ?? ''}`);
    await expect(items.last()).toContainText('Matched “page”');
    await items.last().getByText('Webhook request of “page”').click();
    await expect(items.last().locator('pre')).toContainText('"door": "<b>front</b>"');
    expect(await axeViolations(page)).toEqual([]);
    // The pattern that the sandbox rejected.
    expect(pageErrors.list.filter((text) => !text.includes('400'))).toEqual([]);
  });
}
