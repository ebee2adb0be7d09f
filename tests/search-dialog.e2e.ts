import type { Page, Request } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';
import { heading, searchButton, searchDialog } from './support/locators.ts';
import { mockSearch } from './support/search-responses.ts';

const input = (page: Page) => searchDialog(page).getByPlaceholder('Search docs');
const queries = '**/1/indexes/**';
const one = { title: 'Create a node' };

for (const key of ['Control+k', 'Meta+k', '/']) {
  // docs/behavior.md, section 2: the dialog opens with Ctrl or Cmd plus K or the slash key; Escape closes it.
  test(`${key} opens the search dialog and Escape closes it`, async ({ page }) => {
    await open(page, '/');
    await expect(searchDialog(page)).toHaveCount(0);
    await page.keyboard.press(key);
    await expect(input(page)).toBeFocused();
    await expect(input(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(searchDialog(page)).toHaveCount(0);
    await expect(searchButton(page)).toBeFocused();
  });
}

// docs/behavior.md, section 2: Ctrl or Cmd plus K, and no additional modifier.
test('other keys are no shortcuts of the site', async ({ page }) => {
  await open(page, '/');
  // The letter alone first: later, the search button has the focus, and a letter opens the dialog there.
  for (const key of ['k', 'Control+Shift+k', 'Control+Alt+k', 'Meta+Shift+k', 'Alt+k']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog'), key).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(input(page), key).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(searchDialog(page)).toHaveCount(0);
  }
});

test('the dialog does not open under another one', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Your values' }).click();
  const values = page.getByRole('dialog', { name: 'Your values' });
  await expect(values).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(values).toHaveCount(0);
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
});

// docs/behavior.md, section 2: the dialog opens by the search button and has a footer with keyboard hints.
test('the search button opens the dialog with its hints', async ({ page }) => {
  await open(page, '/');
  await searchButton(page).click();
  await expect(input(page)).toBeFocused();
  const hints = searchDialog(page).getByRole('list').filter({ hasText: 'to close' });
  await expect(hints).toContainText('to select');
  await expect(hints).toContainText('to navigate');
  await expect(hints).toContainText('to close');
});

// docs/behavior.md, section 4: the search dialog closes on cancel.
test('a click outside cancels the search', async ({ page }) => {
  await open(page, '/');
  await searchButton(page).click();
  await expect(input(page)).toBeFocused();
  await page.mouse.click(20, 600);
  await expect(searchDialog(page)).toHaveCount(0);
});

// docs/behavior.md, section 2: a focused text field receives the slash key.
test('a slash in a text field is typed', async ({ page }) => {
  await open(page, '/search/');
  const field = page.getByRole('searchbox');
  await field.focus();
  await page.keyboard.type('a/b');
  await expect(field).toHaveValue('a/b');
  await expect(searchDialog(page)).toHaveCount(0);
});

// docs/behavior.md, sections 3, 5 and 9: the search input accepts at most 64 characters.
test('the search input accepts 64 characters', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('/');
  await expect(input(page)).toHaveAttribute('maxlength', '64');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type('x'.repeat(70));
  await expect(input(page)).toHaveValue('x'.repeat(64));
});

for (const reach of ['focus', 'hover'] as const) {
  // docs/behavior.md, section 4: focus or hover on the search button preloads the dialog.
  test(`${reach} on the search button preloads the dialog`, async ({ page }) => {
    await open(page, '/');
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await heading(page).hover();
    expect(scripts).toEqual([]);
    await searchButton(page)[reach]();
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
    await expect(searchDialog(page)).toHaveCount(0);
  });
}

test('a late response to an earlier query does not change the number of results', async ({
  page,
}) => {
  await mockSearch(page, (query) => (query === 'node' ? [one] : [one, { title: 'Delete a node' }]));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    queries,
    async (route) => {
      await released;
      await route.fallback();
    },
    { times: 1 },
  );
  await open(page, '/');
  await page.keyboard.press('/');
  const first = page.waitForRequest(queries);
  await input(page).fill('mqtt');
  const held = await first;
  await input(page).fill('node');
  const all = searchDialog(page).getByRole('link', { name: /^See all/ });
  await expect(all).toHaveText('See all 1 results');
  release();
  // On a slow machine, the page may have given the request up before.
  await (await held.response())?.finished();
  // Until the page has handled the response.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  await expect(all).toHaveText('See all 1 results');
});

for (const earlier of ['', 'mqtt']) {
  test(`Enter waits for the hits of the query after "${earlier}"`, async ({ page }) => {
    await mockSearch(page, (query) =>
      query === 'mqtt' ? [one] : [{ title: 'Delete a node', url: '/platform-api/node-delete/' }],
    );
    await open(page, '/');
    await page.keyboard.press('/');
    await input(page).fill(earlier);
    await expect(searchDialog(page).getByRole('option')).toHaveCount(earlier === '' ? 0 : 1);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(queries, async (route) => {
      await released;
      await route.fallback();
    });
    const asked = page.waitForRequest(queries);
    await input(page).fill('node');
    await asked;
    await page.keyboard.press('Enter');
    release();
    await expect(page).toHaveURL(/\/platform-api\/node-delete\/$/);
    await expect(searchDialog(page)).toHaveCount(0);
  });
}

// The link to all results would throw an error for half of a surrogate pair.
test('a selected text that is too long is cut before a character', async ({ page }) => {
  await mockSearch(page, () => [one]);
  await open(page, '/');
  await heading(page).evaluate((element) => {
    element.textContent = `${'x'.repeat(63)}😀`;
    getSelection()?.selectAllChildren(element);
  });
  await page.keyboard.press('/');
  await expect(input(page)).toHaveValue('x'.repeat(63));
  await expect(searchDialog(page).getByRole('link', { name: /^See all/ })).toHaveAttribute(
    'href',
    /^\/search\/?\?q=x{63}$/,
  );
});

// A field deletes line breaks.
test('a selection of several lines is one line of words', async ({ page }) => {
  await mockSearch(page, () => [one]);
  await open(page, '/');
  await heading(page).evaluate((element) => {
    element.innerHTML = '<div>import json\u200b</div><div>import os</div>';
    getSelection()?.selectAllChildren(element);
  });
  await page.keyboard.press('/');
  await expect(input(page)).toHaveValue('import json import os');
});

// Chromium returns what is selected in a field as the selection of the page.
test('the text that is selected in a field is not searched', async ({ page }) => {
  await open(page, '/');
  for (const html of ['<input value="secret">', '<textarea>secret</textarea>']) {
    const field = await addFocused(page, html);
    await field.selectText();
    await page.keyboard.press('Control+k');
    await expect(input(page), html).toBeFocused();
    await expect(input(page), html).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(searchDialog(page)).toHaveCount(0);
  }
});

test('all results open in another tab, and the dialog stays', async ({ page }) => {
  await mockSearch(page, () => [one]);
  await open(page, '/');
  await searchButton(page).click();
  await input(page).fill('node');
  const tab = page.context().waitForEvent('page');
  await searchDialog(page)
    .getByRole('link', { name: /^See all/ })
    .click({ modifiers: ['ControlOrMeta'] });
  await (await tab).close();
  await expect(input(page)).toHaveValue('node');
});

/** Controls that take the focus but no text. */
const controls = [
  '<input type="checkbox">',
  '<input type="radio">',
  '<select><option>One</option></select>',
  '<button>Button</button>',
];
test('a slash opens the dialog when a control without text has the focus', async ({ page }) => {
  await open(page, '/');
  for (const html of controls) {
    const focused = await addFocused(page, html);
    await page.keyboard.press('/');
    await expect(input(page), html).toBeFocused();
    await expect(input(page), html).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(focused, html).toBeFocused();
  }
});

test('a slash in a field with text does not open the dialog', async ({ page }) => {
  await open(page, '/');
  for (const html of [
    '<textarea></textarea>',
    '<input type="number">',
    '<p contenteditable></p>',
  ]) {
    await addFocused(page, html);
    await page.keyboard.press('/');
    await page.keyboard.press('Control+Shift+k');
    await expect(page.locator('dialog'), html).toHaveCount(0);
  }
});

/** Adds an element to the page and focuses it. */
async function addFocused(page: Page, html: string) {
  await heading(page).evaluate(
    (element, added) => element.insertAdjacentHTML('afterend', added),
    html,
  );
  const focused = page.locator('h1 + *');
  await focused.focus();
  return focused;
}

/** Sends a key as an input method does. @returns false if the page prevents what the browser does */
const pressComposing = (page: Page, key: string) =>
  input(page).evaluate((field, name) => {
    const init = { key: name, isComposing: true, bubbles: true, cancelable: true };
    return field.dispatchEvent(new KeyboardEvent('keydown', init));
  }, key);

test('keys of an input method neither close the dialog nor open a hit', async ({ page }) => {
  await mockSearch(page, () => [one]);
  await open(page, '/');
  await page.keyboard.press('/');
  await input(page).fill('node');
  await expect(searchDialog(page).getByRole('option')).toHaveCount(1);
  // The browser would close the dialog.
  expect(await pressComposing(page, 'Escape')).toBe(false);
  expect(await pressComposing(page, 'Enter')).toBe(true);
  await expect(page).toHaveURL('/');
  await expect(searchDialog(page)).toBeVisible();
});

test('Ctrl+Enter opens a hit in a new tab, and it is stored', async ({ page }) => {
  await mockSearch(page, () => [one]);
  await open(page, '/');
  await page.keyboard.press('/');
  await input(page).fill('node');
  await expect(searchDialog(page).getByRole('option')).toHaveCount(1);
  // Playwright can miss the navigation of a tab that loads before it is attached, but not its request.
  const isNavigation = (request: Request) => request.isNavigationRequest();
  const request = page.context().waitForEvent('request', isNavigation);
  await page.keyboard.press('Control+Enter');
  expect((await request).url()).toMatch(/\/changelog\/$/);
  await expect(page).toHaveURL('/');
  await input(page).fill('');
  await expect(searchDialog(page).getByRole('row').first()).toHaveText(/Create a node/);
});

test('the arrow keys go around the hits and the field names the selected one', async ({ page }) => {
  await mockSearch(page, () => ['First', 'Second', 'Third'].map((title) => ({ title })));
  await open(page, '/');
  await page.keyboard.press('/');
  await input(page).fill('node');
  const options = searchDialog(page).getByRole('option');
  await expect(options).toHaveCount(3);
  for (const [key, title] of [
    ['ArrowDown', 'Second'],
    ['ArrowUp', 'First'],
    ['ArrowUp', 'Third'],
    ['ArrowDown', 'First'],
  ] as const) {
    await page.keyboard.press(key);
    const selected = searchDialog(page).getByRole('option', { selected: true });
    await expect(selected).toHaveText(title);
    await expect(input(page)).toHaveAttribute(
      'aria-activedescendant',
      (await selected.getAttribute('id')) ?? '',
    );
    await expect(input(page)).toBeFocused();
  }
});
