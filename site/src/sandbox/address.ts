import siteConfig from '@generated/docusaurus.config';
import type { Call } from '../runner/call';
import { serverChoices, type ServerChoice } from '../runner/servers';

/**
 * Absolute base address of this site's sandbox (`https://docs.example.com/sandbox`), without a slash at its end; empty when
 * the site has none.
 */
export function sandboxAddress(): string {
  const setting = String(siteConfig.customFields?.sandboxUrl);
  if (setting === '') return '';
  return new URL(setting, window.location.origin).href.replace(/\/+$/, '');
}

const label = 'This site’s sandbox · no account';

/** Where a call can be sent: this site's sandbox first, then the servers of its document. */
export function offeredServers({ api, servers }: Pick<Call, 'api' | 'servers'>): ServerChoice[] {
  const address = sandboxAddress();
  const sandbox = { url: `${address}/${api}/v1`, label, isSandbox: true };
  return [...(address === '' ? [] : [sandbox]), ...serverChoices(servers)];
}
