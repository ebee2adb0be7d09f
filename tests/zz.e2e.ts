import { expect, open, test } from './support/fixtures.ts';
test('zz', async ({ page, context }) => {
  context.on('request', (r) => { if (!r.url().includes('127.0.0.1')) console.log('REQ', r.url()); });
  context.on('requestfailed', (r) => { if (!r.url().includes('127.0.0.1')) console.log('FAILED', r.url(), r.failure()); });
  context.on('page', (p) => console.log('PAGE', p.url()));
  await context.route(/^https:/, (route) => { console.log('ROUTE', route.request().url()); return route.fulfill({ contentType: 'text/html', body: 'elsewhere' }); });
  await open(page, '/');
  for (const l of ['Blogs','Login','Source code','Community chat']) {
    const [p] = await Promise.all([page.waitForEvent('popup'), page.getByRole('navigation', {name:'Main', exact:true}).getByRole('link',{name:l}).click()]);
    await p.waitForLoadState();
    console.log(l, p.url());
  }
  page.on('console', (m) => console.log(m.type(), m.text()));
  page.on('pageerror', (m) => console.log('pageerror', m.message));
  await page.goto('/no-such-page/');
  await page.locator('html[data-has-hydrated="true"]').waitFor();
  console.log(await page.title());
  await page.goto('/404.html');
  console.log(await page.title(), page.url());
});
