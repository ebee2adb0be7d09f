import type { LoadContext, Plugin } from '@docusaurus/types';
import gtag from '@docusaurus/plugin-google-gtag';

/** The framework's configuration of the tag, which sends page views with the whole URL. */
const configured = "{ 'anonymize_ip': true }";

/** Sends URLs without the query, which contains the reader's search words on the search page. */
const withoutQuery = `{
                anonymize_ip: true,
                send_page_view: false,
                page_location: location.origin + location.pathname,
                page_referrer: document.referrer.split('?')[0],
              }`;

/** Configures the tag for this site. @throws Error when the framework's configuration has another form */
export function configWithoutQuery(script: string): string {
  const pieces = script.split(configured);
  if (pieces.length !== 2)
    throw new Error('the configuration of the Google tag has changed: review content/google-tag');
  return pieces.join(withoutQuery);
}

/** Wraps the framework's Google tag plugin: `src/features/page-views/client-module.ts` sends page views, without search words. */
export default function googleTag(trackingId: string) {
  return (context: LoadContext): Plugin | null => {
    const plugin = gtag(context, { trackingID: [trackingId], anonymizeIP: true });
    if (plugin === null) return null;
    return {
      ...plugin,
      getClientModules: () => [],
      injectHtmlTags(args) {
        const { headTags } = plugin.injectHtmlTags?.(args) ?? {};
        if (!Array.isArray(headTags))
          throw new Error(
            'the Google tag plugin no longer injects the expected tags: review content/google-tag',
          );
        return {
          headTags: headTags.map((tag) =>
            typeof tag === 'object' && tag.innerHTML !== undefined
              ? { ...tag, innerHTML: configWithoutQuery(tag.innerHTML) }
              : tag,
          ),
        };
      },
    };
  };
}
