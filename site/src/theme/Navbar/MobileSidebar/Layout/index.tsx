import React, { useEffect, useRef, type ReactNode } from 'react';
import { useNavbarSecondaryMenu } from '@docusaurus/theme-common/internal';
import Layout from '@theme-original/Navbar/MobileSidebar/Layout';
import type { Props } from '@theme/Navbar/MobileSidebar/Layout';

/**
 * Wraps the theme's layout of the mobile sidebar. Only one of its two menus is visible; the other must also be hidden from
 * keyboards and screen readers. The way back to the first menu hides the button that had the focus, which moves to the first link.
 */
export default function MobileSidebarLayoutWrapper(props: Props): ReactNode {
  const { shown } = useNavbarSecondaryMenu();
  const primary = useRef<HTMLDivElement>(null);
  // In a closed sidebar, links cannot have the focus.
  useEffect(
    () => (shown ? () => primary.current?.querySelector('a')?.focus() : undefined),
    [shown],
  );
  return (
    <Layout
      {...props}
      primaryMenu={
        <div ref={primary} inert={shown}>
          {props.primaryMenu}
        </div>
      }
      secondaryMenu={<div inert={!shown}>{props.secondaryMenu}</div>}
    />
  );
}
