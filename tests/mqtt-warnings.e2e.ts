import { connectConsole, consoleOf, entries, expect, press, test } from './support/mqtt-console.ts';

test('a timestamp in seconds is a warning in the timeline', async ({ page }) => {
  await connectConsole(page);
  const panel = consoleOf(page);
  await panel.locator('summary', { hasText: 'Body' }).first().click();
  await panel.getByRole('tab', { name: 'JSON' }).click();
  await panel
    .getByRole('textbox', { name: /json/i })
    .fill('{"data":[{"variable":"temperature","value":33.3,"timestamp":1764000000}]}');
  await press(page, 'Publish');
  await expect(entries(page, '…/errors').getByRole('paragraph')).toHaveText(
    /^Warning\. .*looks like Unix seconds: send milliseconds/,
  );
});
