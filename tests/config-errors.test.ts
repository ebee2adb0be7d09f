import { expect, it, vi } from 'vitest';
import { buildTinySite } from './support/tiny-site.ts';

// Each test loads the complete site configuration in a separate process.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** A build takes some seconds, and longer under load. */
const timeout = 120_000;

// docs/behavior.md, section 8: the last two rows of the error catalog, with the framework's messages. The row before them, an
// item that fails to render, is reported by an error boundary, which works only in the browser: navbar-errors.e2e.ts.

it('stops at an unknown navbar item type', { timeout }, async () => {
  const { code, output } = await buildTinySite({ type: 'unheardOf', label: 'Anything' });
  expect(code).toBe(1);
  expect(output).toContain('Bad navbar item type unheardOf');
});

it('stops at a custom type without a component', { timeout }, async () => {
  const { code, output } = await buildTinySite({ type: 'custom-unheardOf', label: 'Anything' });
  expect(code).toBe(1);
  expect(output).toContain('No NavbarItem component found for type "custom-unheardOf".');
});

it('stops at a docSidebar item whose sidebar has no link', { timeout }, async () => {
  const item = { type: 'docSidebar', sidebarId: 'linkless', label: 'Leads nowhere' };
  const { code, output } = await buildTinySite(item);
  expect(code).toBe(1);
  expect(output).toContain(
    `DocSidebarNavbarItem: Sidebar with ID "linkless" doesn't have anything to be linked to.`,
  );
});
