import siteConfig from '@generated/docusaurus.config';
import type { OperationData } from '../runner/operation';
import { serverChoices, type ServerChoice } from '../runner/servers';

/**
 * URL of this site's sandbox (`https://docs.example.com/sandbox`), without a trailing slash; empty when the site has none.
 */
export function sandboxAddress(): string {
  const setting = String(siteConfig.customFields?.sandboxUrl);
  if (setting === '') return '';
  return new URL(setting, window.location.origin).href.replace(/\/+$/, '');
}

const label = 'This site’s sandbox · no account';

/** Servers that a request can be sent to: this site's sandbox first, then the servers of the document. */
export function offeredServers({
  api,
  servers,
}: Pick<OperationData, 'api' | 'servers'>): ServerChoice[] {
  const address = sandboxAddress();
  const sandbox = { url: `${address}/${api}/v1`, label, isSandbox: true };
  return [...(address === '' ? [] : [sandbox]), ...serverChoices(servers)];
}
