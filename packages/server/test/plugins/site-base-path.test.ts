import { describe, expect, it } from 'vitest';
import { policies, texts } from '../support/fixture-site.ts';
import { useApp } from '../support/app.ts';

const harness = useApp({ basePath: '/docs/' });

describe('a site below a base path', () => {
  it.each([
    ['/docs/', texts['index.html']],
    ['/docs/guide/', texts['guide/index.html']],
    ['/docs/assets/js/a.12345678.js', texts['assets/js/a.12345678.js']],
  ])('serves %s', async (url, body) => {
    const response = await harness.app.inject({ url });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(body);
  });

  it.each([
    ['/docs', '/docs/'],
    ['/docs/index.html', '/docs/'],
    ['/docs/guide?q=1', '/docs/guide/?q=1'],
  ])('sends %s to %s', async (url, location) => {
    const response = await harness.app.inject({ url });
    expect(response.statusCode).toBe(308);
    expect(response.headers.location).toBe(location);
  });

  it.each(['/', '/guide/', '/docs/unknown/', '/docsguide/'])(
    'shows the not-found page at %s',
    async (url) => {
      const response = await harness.app.inject({ url });
      expect(response.statusCode).toBe(404);
      expect(response.body).toBe(texts['404.html']);
    },
  );

  it('keeps server endpoints at the root', async () => {
    expect((await harness.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    expect((await harness.app.inject({ url: '/metrics' })).statusCode).toBe(200);
  });

  it('applies policies and immutability below the base path', async () => {
    const { headers } = await harness.app.inject({ url: '/docs/assets/js/a.12345678.js' });
    expect(headers).toMatchObject(policies);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('applies policies to the not-found page above the base path', async () => {
    const { headers } = await harness.app.inject({ url: '/' });
    expect(headers).toMatchObject(policies);
  });
});
