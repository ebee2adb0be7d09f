import { connectConsole, consoleOf, entries, expect, press, test } from './support/mqtt-console.ts';

test.describe.configure({ timeout: 90_000 });

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a packet that arrives ${reducedMotion === 'reduce' ? 'does not move under reduced motion' : 'shines briefly'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await connectConsole(page);
    const animations = await page.evaluateHandle(() => {
      const names: string[] = [];
      addEventListener('animationstart', ({ animationName }) => names.push(animationName));
      return names;
    });
    await press(page, 'Publish');
    await expect(entries(page, '…/response')).toHaveCount(1);
    const newest = consoleOf(page).locator('ol > li').first();
    if (reducedMotion === 'reduce') {
      await expect(newest).toHaveCSS('animation-name', 'none');
      expect(await animations.jsonValue()).toEqual([]);
    } else {
      await expect(newest).toHaveCSS('animation-duration', '0.22s');
      await expect.poll(() => animations.jsonValue()).toContain('live-arrival');
    }
  });
}

for (const theme of ['dark', 'light'] as const) {
  test(`what is live has the color of the logo (${theme})`, async ({ page }) => {
    await page.addInitScript((mode) => localStorage.setItem('theme', mode), theme);
    await connectConsole(page);
    const [live, text] =
      theme === 'dark' ? ['255, 169, 77', '255, 169, 77'] : ['232, 89, 12', '194, 65, 12'];
    const mark = consoleOf(page).locator('.live-mark');
    await expect(mark).toHaveCSS('color', `rgb(${text})`);
    const dot = await mark.evaluate(
      (element) => getComputedStyle(element, '::before').backgroundColor,
    );
    expect(dot).toBe(`rgb(${live})`);
    await press(page, 'Disconnect');
    await expect(mark).toHaveCount(0);
  });
}
