import { compile } from '@mdx-js/mdx';
import { afterEach, expect, it, vi } from 'vitest';
import remarkConsoleLink from './';

afterEach(() => vi.unstubAllEnvs());

it('links to the console of this site, and leaves other links alone', async () => {
  vi.stubEnv('CONSOLE_URL', 'https://console.example.org/');
  const value = 'Open the [console](console:), not [this](./page.mdx).';
  const page = String(await compile(value, { remarkPlugins: [remarkConsoleLink] }));
  expect(page).toContain('href: "https://console.example.org/"');
  expect(page).toContain('href: "./page.mdx"');
});
