import type { LoadContext, Plugin } from '@docusaurus/types';
import gtag from '@docusaurus/plugin-google-gtag';

/** How the framework's plugin configures the tag, which then sends a page view with the whole address by itself. */
const configured = "{ 'anonymize_ip': true }";

/** Addresses go without query: on the search page it holds the reader's own words. */
const withoutQuery = `{
                anonymize_ip: true,
                send_page_view: false,
                page_location: location.origin + location.pathname,
                page_referrer: document.referrer.split('?')[0],
              }`;

/** The tag's configuration as this site has it. @throws Error when the framework writes it in another form */
export function privateConfig(script: string): string {
  const pieces = script.split(configured);
  if (pieces.length !== 2) throw new Error('the Google tag is configured in another way now');
  return pieces.join(withoutQuery);
}

/**
 * Wraps the framework's plugin for a Google tag: page views are sent by `src/client/page-views.ts`, which knows what must
 * not be in them.
 */
export default function googleTag(trackingId: string) {
  return (context: LoadContext): Plugin | null => {
    const plugin = gtag(context, { trackingID: [trackingId], anonymizeIP: true });
    if (plugin === null) return null;
    return {
      ...plugin,
      getClientModules: () => [],
      injectHtmlTags(args) {
        const { headTags } = plugin.injectHtmlTags?.(args) ?? {};
        if (!Array.isArray(headTags)) throw new Error('the Google tag is in another place now');
        return {
          headTags: headTags.map((tag) =>
            typeof tag === 'object' && tag.innerHTML !== undefined
              ? { ...tag, innerHTML: privateConfig(tag.innerHTML) }
              : tag,
          ),
        };
      },
    };
  };
}
