import { expect, test } from './support/fixtures.ts';

// Specification, section 9: sitemap with weekly change frequency and priority 0.8.
test('every page of the sitemap changes weekly with priority 0.8 and exists', async ({
  request,
}) => {
  const xml = await (await request.get('/sitemap.xml')).text();
  const entries = [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry]) => entry ?? '');
  expect(entries.length).toBeGreaterThan(80);
  for (const entry of entries) {
    expect(entry).toMatch(
      /^<loc>https:\/\/[^<]+\/<\/loc><changefreq>weekly<\/changefreq><priority>0\.8<\/priority>$/,
    );
    const [, url = ''] = /<loc>([^<]+)/.exec(entry) ?? [];
    const response = await request.get(new URL(url).pathname, { maxRedirects: 0 });
    expect(response.status(), url).toBe(200);
  }
});
