import siteConfig from '@generated/docusaurus.config';
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import type { ClientModule } from '@docusaurus/types';
import { searchPageTitle } from '../../contracts/search-limits';

/**
 * Sends one event per page view with path and title: to this site's server, without a cookie or identifier, or to the Google
 * tag if one is configured. Sends nothing for readers who opt out of tracking. The URL and title of the search page contain
 * the reader's search words, so neither is sent.
 */
const target = siteConfig.customFields?.pageViewsPath as string;

/** The global function of the Google tag's snippet, if the page has it. */
interface GoogleWindow {
  readonly gtag?: (command: 'set' | 'event', ...values: readonly unknown[]) => void;
}

/** True when the browser sends Do Not Track or Global Privacy Control. */
function asksForPrivacy(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Title of the document as the server sent it: while the page hydrates, the document can have another one. */
const firstTitle = ExecutionEnvironment.canUseDOM ? document.title : '';

function titleOf(path: string, shown: string): string {
  const isSearch = path === `${siteConfig.baseUrl}search/`;
  return isSearch ? `${searchPageTitle} | ${siteConfig.title}` : shown;
}

function send(path: string, shown: string): void {
  const title = titleOf(path, shown);
  const { gtag } = window as GoogleWindow;
  if (gtag) {
    // Applies also to events that the tag sends itself.
    const { origin } = window.location;
    gtag('set', { page_title: title, page_location: origin + path, page_path: path });
    gtag('event', 'page_view');
  }
  if (target === '') return;
  const event = JSON.stringify({ path, title });
  navigator.sendBeacon(target, new Blob([event], { type: 'application/json' }));
}

/** The animation frame in which the view of the shown page is sent. */
let nextFrame = 0;

const onRouteDidUpdate: ClientModule['onRouteDidUpdate'] = ({ location, previousLocation }) => {
  if (!ExecutionEnvironment.canUseDOM) return;
  if (location.pathname === previousLocation?.pathname || asksForPrivacy()) return;
  if (!previousLocation) {
    send(location.pathname, firstTitle);
    return;
  }
  // The page title is set in an animation frame that was requested while the route rendered. Frames run in the order of
  // their requests. A page that gives way before its frame has not been shown and has not got its title.
  cancelAnimationFrame(nextFrame);
  nextFrame = requestAnimationFrame(() => send(location.pathname, document.title));
};

export { onRouteDidUpdate };
