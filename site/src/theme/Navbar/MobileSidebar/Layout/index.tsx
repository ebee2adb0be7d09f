import React, { type ReactNode } from 'react';
import { useNavbarSecondaryMenu } from '@docusaurus/theme-common/internal';
import Layout from '@theme-original/Navbar/MobileSidebar/Layout';
import type { Props } from '@theme/Navbar/MobileSidebar/Layout';

/**
 * Wraps the theme's layout of the mobile sidebar. Only one of its two menus is visible; the other must also be hidden from
 * keyboards and screen readers.
 */
export default function MobileSidebarLayoutWrapper(props: Props): ReactNode {
  const { shown } = useNavbarSecondaryMenu();
  return (
    <Layout
      {...props}
      primaryMenu={<div inert={shown}>{props.primaryMenu}</div>}
      secondaryMenu={<div inert={!shown}>{props.secondaryMenu}</div>}
    />
  );
}
