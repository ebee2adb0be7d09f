import { apiPlaces, readApi } from '../plugins/api-reference/documents';
import { serverChoices } from '../src/runner/servers';

/**
 * Origins the request runner calls besides the site's own: none behind this site's proxy, another proxy's, or those of
 * the APIs themselves when calls go without one.
 * @param proxy setting `API_PROXY_URL`
 */
export async function apiOrigins(proxy: string | undefined): Promise<string[]> {
  if (proxy === undefined || proxy.startsWith('/')) return [];
  if (proxy !== '') return [new URL(proxy).origin];
  const apis = await Promise.all(apiPlaces.map(({ name }) => readApi(name)));
  const urls = apis.flatMap(({ document }) => serverChoices(document.servers));
  return [...new Set(urls.map(({ url }) => new URL(url).origin))];
}

/**
 * Origins of a sandbox on another server, for calls and for MQTT over WebSocket; none for that of this site.
 * @param sandbox setting `SANDBOX_URL`
 */
export function sandboxOrigins(sandbox: string | undefined): string[] {
  if (sandbox === undefined || sandbox === '' || sandbox.startsWith('/')) return [];
  const { origin } = new URL(sandbox);
  return [origin, origin.replace(/^http/, 'ws')];
}
