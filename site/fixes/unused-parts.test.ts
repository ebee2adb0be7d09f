import path from 'node:path';
import type { DocusaurusConfig } from '@docusaurus/types';
import { describe, expect, it } from 'vitest';
import { checkUnusedPart, unusedParts, type UnusedPart } from './unused-parts';

const siteDir = path.resolve(import.meta.dirname, '..');

function namesFor(themeConfig: object): string[] {
  const siteConfig = { themeConfig } as DocusaurusConfig;
  return unusedParts({ siteDir, siteConfig }).map(({ name }) => name);
}

describe('unusedParts', () => {
  it('match the installed framework', () => {
    const siteConfig = { themeConfig: {} } as DocusaurusConfig;
    for (const part of unusedParts({ siteDir, siteConfig })) checkUnusedPart(part);
  });

  it.each([
    ['unused Footer/Links', { footer: { links: [{ label: 'Status', href: '/status' }] } }],
    ['unused Footer/Logo', { footer: { logo: { src: 'logo.svg' } } }],
    ['unused DocSidebar/Desktop/CollapseButton', { docs: { sidebar: { hideable: true } } }],
    ['unused hiding of the navbar', { navbar: { hideOnScroll: true } }],
  ])('%s is used when the settings say so', (name, themeConfig) => {
    expect(namesFor({})).toContain(name);
    expect(namesFor(themeConfig)).not.toContain(name);
  });
});

describe('checkUnusedPart', () => {
  const part: UnusedPart = {
    name: 'unused hook',
    module: 'hook.js',
    replacement: 'export function useHook() {}',
  };

  it('accepts a module with the same exports', () => {
    expect(() => checkUnusedPart(part, 'export const useHook = () => 1;')).not.toThrow();
  });

  it.each(['', 'export function useOther() {}', 'export function useHook() {}\nexport default 1;'])(
    'throws for %j',
    (source) => {
      expect(() => checkUnusedPart(part, source)).toThrow('"unused hook" no longer matches');
    },
  );
});
