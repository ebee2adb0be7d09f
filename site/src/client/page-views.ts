import siteConfig from '@generated/docusaurus.config';
import ExecutionEnvironment from '@docusaurus/ExecutionEnvironment';
import type { ClientModule } from '@docusaurus/types';

/**
 * Sends one event per page view to the site's own server: path and title, no cookie, no identifier, and nothing from a
 * reader who asks not to be tracked.
 */
const target = siteConfig.customFields?.pageViewsPath as string;

/** True when the browser carries Do-Not-Track or Global Privacy Control. */
function asksForPrivacy(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

function send(path: string): void {
  const event = JSON.stringify({ path, title: document.title });
  navigator.sendBeacon(target, new Blob([event], { type: 'application/json' }));
}

const onRouteDidUpdate: ClientModule['onRouteDidUpdate'] = ({ location, previousLocation }) => {
  if (!ExecutionEnvironment.canUseDOM || target === '') return;
  if (location.pathname === previousLocation?.pathname || asksForPrivacy()) return;
  // The page's title is set in a frame that was asked for while the route rendered. Frames are served in that order.
  requestAnimationFrame(() => send(location.pathname));
};

export { onRouteDidUpdate };
