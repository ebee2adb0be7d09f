import React, { useEffect, type ReactNode } from 'react';
import { useAnnouncementBar } from '@docusaurus/theme-common/internal';
import useIsBrowser from '@docusaurus/useIsBrowser';
import AnnouncementBar from '@theme-original/AnnouncementBar';

/**
 * Wraps the theme's announcement bar. Before the first paint, the page hides a bar that was dismissed. If the id of the bar
 * has changed since, the theme shows it again but keeps the attribute that hides it until the next load.
 */
export default function AnnouncementBarWrapper(): ReactNode {
  const { isActive } = useAnnouncementBar();
  // The theme reads the stored state in a separate effect. Before that, every bar is active.
  const isBrowser = useIsBrowser();
  useEffect(() => {
    if (isActive && isBrowser) {
      document.documentElement.setAttribute('data-announcement-bar-initially-dismissed', 'false');
    }
  }, [isActive, isBrowser]);
  return <AnnouncementBar />;
}
