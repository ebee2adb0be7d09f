import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { expect, hydrated, test } from './support/fixtures.ts';
import { overflowOf } from './support/overflow.ts';
import { pageKinds } from './support/page-kinds.ts';

// Each test checks a page under seven settings.
test.describe.configure({ timeout: 120_000 });

/** WCAG 1.4.12: the text spacing that a reader may set without loss of content. */
const textSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

/** Elements that cut off their text: it neither wraps nor scrolls. */
const clippedText = (page: Page) =>
  page.evaluate(() => {
    const isHiddenFromSight = (element: Element) =>
      element.clientWidth <= 1 || element.clientHeight <= 1;
    const clips = (overflowOfAxis: string) => ['hidden', 'clip'].includes(overflowOfAxis);
    return [...document.body.querySelectorAll<HTMLElement>(':not(svg *)')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        if (!clips(overflowX) && !clips(overflowY)) return false;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          return false;
        if (isHiddenFromSight(element) || element.textContent.trim() === '') return false;
        // A closed program: the button before it shows all lines.
        if (element.matches('details:not([open]) + pre')) return false;
        return (
          (clips(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (clips(overflowY) && element.scrollHeight > element.clientHeight + 1)
        );
      })
      .map((element) => `${element.tagName} ${element.className}`);
  });

/** Part of the window that stays covered while the page scrolls (0 to 1). */
const coveredPart = async (page: Page) => {
  await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
  return page.evaluate(() => {
    const heights = [...document.body.querySelectorAll('*')]
      .filter(
        (element) =>
          ['fixed', 'sticky'].includes(getComputedStyle(element).position) &&
          element.checkVisibility({ visibilityProperty: true }),
      )
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, bottom, top }) => width > innerWidth / 2 && bottom > 0 && top <= 0)
      .map(({ bottom }) => bottom);
    return Math.max(0, ...heights) / innerHeight;
  });
};

/** Elements that would move under reduced motion: transitions of their geometry, endless animations, smooth scrolling. */
const motion = (page: Page) =>
  page.evaluate(() => {
    const seconds = (list: string) => Math.max(...list.split(',').map((time) => parseFloat(time)));
    const still = /^(?:color|background-color|border-color|opacity|visibility|none)$/;
    return [...document.querySelectorAll('*')]
      .filter((element) => {
        const style = getComputedStyle(element);
        const moves = style.transitionProperty
          .split(', ')
          .some((property) => !still.test(property));
        return (
          (moves && seconds(style.transitionDuration) > 0.01) ||
          (style.animationName !== 'none' && seconds(style.animationDuration) > 0.01) ||
          style.scrollBehavior === 'smooth'
        );
      })
      .map((element) => `${element.tagName} ${element.getAttribute('class')}`);
  });

/** Surfaces that text behind them would show through. */
const translucent = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { backdropFilter, position } = getComputedStyle(element);
        const floats = ['fixed', 'sticky'].includes(position);
        return floats && element.checkVisibility() && backdropFilter !== 'none';
      })
      .map((element) => `${element.tagName} ${element.getAttribute('class')}`),
  );

/**
 * Visible controls without an outline while they have the keyboard focus. Forced colors remove shadows and backgrounds, so
 * nothing else would show where the focus is (WCAG 2.4.7).
 */
const withoutFocusOutline = async (page: Page) => {
  // The focus is shown while the last input was a key.
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    );
    return [...controls]
      .filter((control) => {
        if (!control.checkVisibility({ visibilityProperty: true })) return false;
        control.focus({ preventScroll: true });
        if (document.activeElement !== control) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(control);
        return outlineStyle === 'none' || parseFloat(outlineWidth) < 1;
      })
      .map((control) => control.outerHTML.slice(0, 160));
  });
};

/** Fields without a border in forced colors, which remove the backgrounds that set them apart. */
const withoutBorder = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea')]
      .filter((field) => field.checkVisibility({ visibilityProperty: true }))
      .filter((field) => parseFloat(getComputedStyle(field).borderTopWidth) === 0)
      .map((field) => field.outerHTML.slice(0, 160)),
  );

for (const path of pageKinds) {
  test(`${path} works with zoom, text spacing, forced colors and reduced motion`, async ({
    page,
  }) => {
    // Without transitions, colors are final as soon as the mode changes.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await hydrated(page);

    // WCAG 2.5.8, and AAA contrast (1.4.6) for body text. AA contrast is part of the default rules.
    for (const mode of ['dark', 'light']) {
      await page.evaluate((theme) => {
        document.documentElement.dataset.theme = theme;
      }, mode);
      expect
        .soft(
          await axeViolations(page, 'html', {
            runOnly: ['target-size', 'identical-links-same-purpose', 'label-content-name-mismatch'],
          }),
          `targets and names in ${mode} mode`,
        )
        .toEqual([]);
      const body = 'article p, article li, article td';
      if ((await page.locator(body).count()) > 0) {
        expect
          .soft(
            await axeViolations(
              page,
              // Code has separate colors, whose AA contrast is part of the default rules.
              { include: body, exclude: ['article button', 'article pre'] },
              { runOnly: ['color-contrast-enhanced'] },
            ),
            `contrast of body text in ${mode} mode`,
          )
          .toEqual([]);
      }
    }

    expect.soft(await motion(page), 'motion').toEqual([]);

    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-transparency', value: 'reduce' }],
    });
    expect.soft(await translucent(page), 'transparency').toEqual([]);
    await session.detach();

    await page.emulateMedia({ forcedColors: 'active' });
    expect.soft(await withoutFocusOutline(page), 'outline of the focus').toEqual([]);
    expect.soft(await withoutBorder(page), 'border of fields').toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });

    // A window of 1280 x 900 at 200% and 400% (WCAG 1.4.4 and 1.4.10).
    for (const [zoom, width, height] of [
      [200, 640, 450],
      [400, 320, 225],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect.soft(await overflowOf(page), `overflow at ${zoom}%`).toBeLessThanOrEqual(0);
      expect.soft(await clippedText(page), `clipped text at ${zoom}%`).toEqual([]);
      expect.soft(await coveredPart(page), `covered part at ${zoom}%`).toBeLessThan(0.35);
    }

    await page.addStyleTag({ content: textSpacing });
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect
        .soft(await overflowOf(page), `overflow with spacing at ${width} px`)
        .toBeLessThanOrEqual(0);
      expect.soft(await clippedText(page), `clipped text with spacing at ${width} px`).toEqual([]);
    }
  });
}
