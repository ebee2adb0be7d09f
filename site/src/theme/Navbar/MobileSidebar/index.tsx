import React, { useEffect, useState, type ReactNode } from 'react';
import { useNavbarMobileSidebar } from '@docusaurus/theme-common/internal';
import MobileSidebar from '@theme-original/Navbar/MobileSidebar';

/** Everything behind the open sidebar except the backdrop, which closes it. */
function elementsOutside(sidebar: Element): HTMLElement[] {
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

/**
 * Keeps the focus in the open sidebar. Escape closes it, and the focus returns to where it was. The elements behind it become
 * inert after its first frame, because their styles are then computed again, which takes 60 ms on a phone.
 */
function useModality(shown: boolean, toggle: () => void): void {
  useEffect(() => {
    const sidebar = document.querySelector('.navbar-sidebar');
    if (!shown || !sidebar) return undefined;
    const before = document.activeElement;
    const inertElements = elementsOutside(sidebar).filter((element) => !element.inert);
    let timer: number | undefined;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => {
        for (const element of inertElements) element.inert = true;
      });
    });
    sidebar.querySelector<HTMLElement>('.navbar-sidebar__close')?.focus();
    const onKeyDown = ({ key }: KeyboardEvent) => {
      // The search dialog can cover the sidebar, and then the key closes only that.
      if (key === 'Escape' && !document.querySelector('dialog[open]')) toggle();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
      for (const element of inertElements) element.inert = false;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [shown, toggle]);
}

/**
 * Wraps the theme's mobile sidebar: it traps the focus, and is rendered when the reader first opens it. The theme renders
 * it, with a second copy of the docs menu, immediately after hydration on narrow screens, in one task of over 100 ms on a
 * phone.
 */
export default function MobileSidebarWrapper(): ReactNode {
  const { shown, toggle } = useNavbarMobileSidebar();
  const [needed, setNeeded] = useState(false);
  if (shown && !needed) setNeeded(true);
  useModality(shown, toggle);
  return needed ? <MobileSidebar /> : null;
}
