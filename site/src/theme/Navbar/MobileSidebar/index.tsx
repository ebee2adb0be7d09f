import React, { useState, type ReactNode } from 'react';
import { useNavbarMobileSidebar } from '@docusaurus/theme-common/internal';
import MobileSidebar from '@theme-original/Navbar/MobileSidebar';

/**
 * Wraps the theme's mobile sidebar: it is rendered when the reader first opens it. The theme renders it, with a second
 * copy of the whole docs menu, right after hydration on every narrow screen, in one task of over 100 ms on a phone.
 */
export default function MobileSidebarWrapper(): ReactNode {
  const { shown } = useNavbarMobileSidebar();
  const [needed, setNeeded] = useState(false);
  if (shown && !needed) setNeeded(true);
  return needed ? <MobileSidebar /> : null;
}
