import normalizeLocation from '@docusaurus/core/lib/client/normalizeLocation';
import routes from '@generated/routes';
import { matchRoutes } from 'react-router-config';

/**
 * Loads the code of the page at the current location, which the framework's application normalizes: a static host serves
 * `/changelog/` at `/changelog/index.html` too.
 * @returns whether all of it has loaded
 */
export default async function preloadPage(): Promise<boolean> {
  const { pathname, search, hash } = window.location;
  const page = normalizeLocation({ pathname, search, hash, state: undefined });
  const parts = matchRoutes(routes, page.pathname).map(({ route: { component } }): unknown =>
    'preload' in component ? component.preload() : undefined,
  );
  const results = await Promise.allSettled(parts);
  return results.every(({ status }) => status === 'fulfilled');
}
