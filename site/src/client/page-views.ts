import siteConfig from '@generated/docusaurus.config';
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import type { ClientModule } from '@docusaurus/types';
import { searchPageTitle } from '../search/constants';

/**
 * Sends one event per page view: path and title to the site's own server, without cookie or identifier, or to the Google
 * tag where one is configured. A reader who asks not to be tracked sends nothing. What a reader searches for is in the
 * address and the title of the search page, and leaves in neither.
 */
const target = siteConfig.customFields?.pageViewsPath as string;

/** The function of the Google tag's own snippet, on pages that have it. */
interface GoogleWindow {
  readonly gtag?: (command: 'set' | 'event', ...values: readonly unknown[]) => void;
}

/** True when the browser carries Do-Not-Track or Global Privacy Control. */
function asksForPrivacy(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

function titleOf(path: string): string {
  const isSearch = path === `${siteConfig.baseUrl}search/`;
  return isSearch ? `${searchPageTitle} | ${siteConfig.title}` : document.title;
}

function send(path: string): void {
  const title = titleOf(path);
  const { gtag } = window as GoogleWindow;
  if (gtag) {
    // Also for the events that the tag sends by itself.
    const { origin } = window.location;
    gtag('set', { page_title: title, page_location: origin + path, page_path: path });
    gtag('event', 'page_view');
  }
  if (target === '') return;
  const event = JSON.stringify({ path, title });
  navigator.sendBeacon(target, new Blob([event], { type: 'application/json' }));
}

const onRouteDidUpdate: ClientModule['onRouteDidUpdate'] = ({ location, previousLocation }) => {
  if (!ExecutionEnvironment.canUseDOM) return;
  if (location.pathname === previousLocation?.pathname || asksForPrivacy()) return;
  // The page's title is set in a frame that was asked for while the route rendered. Frames are served in that order.
  requestAnimationFrame(() => send(location.pathname));
};

export { onRouteDidUpdate };
