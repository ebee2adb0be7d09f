import React, { useEffect, useState, type ReactNode } from 'react';
import { useNavbarMobileSidebar } from '@docusaurus/theme-common/internal';
import MobileSidebar from '@theme-original/Navbar/MobileSidebar';

/** Everything the open sidebar lies over, but the backdrop that closes it. */
function outside(sidebar: Element): HTMLElement[] {
  const neighbors = [sidebar, sidebar.parentElement].flatMap((element) => [
    ...(element?.parentElement?.children ?? []),
  ]);
  return neighbors.filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      !element.contains(sidebar) &&
      !element.matches('.navbar-sidebar__backdrop'),
  );
}

/** While the sidebar is open the keyboard stays in it; Escape closes it, and the focus goes back to where it was. */
function useModality(shown: boolean, toggle: () => void): void {
  useEffect(() => {
    const sidebar = document.querySelector('.navbar-sidebar');
    if (!shown || !sidebar) return undefined;
    const before = document.activeElement;
    const unreachable = outside(sidebar).filter((element) => !element.inert);
    for (const element of unreachable) element.inert = true;
    sidebar.querySelector<HTMLElement>('.navbar-sidebar__close')?.focus();
    const onKeyDown = ({ key }: KeyboardEvent) => {
      // The search dialog may lie over it.
      if (key === 'Escape' && !sidebar.closest('[inert]')) toggle();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      for (const element of unreachable) element.inert = false;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [shown, toggle]);
}

/**
 * Wraps the theme's mobile sidebar: it takes the keyboard, and it is rendered when the reader first opens it. The theme renders it, with a second
 * copy of the whole docs menu, right after hydration on every narrow screen, in one task of over 100 ms on a phone.
 */
export default function MobileSidebarWrapper(): ReactNode {
  const { shown, toggle } = useNavbarMobileSidebar();
  const [needed, setNeeded] = useState(false);
  if (shown && !needed) setNeeded(true);
  useModality(shown, toggle);
  return needed ? <MobileSidebar /> : null;
}
