import type { Call } from '../runner/call';
import { serverChoices, type ServerChoice } from '../runner/servers';
import { sandboxAddress } from './address';

const label = 'This site’s sandbox · no account';

/** Where a call can be sent: this site's sandbox first, then the servers of its document. */
export function offeredServers({ api, servers }: Pick<Call, 'api' | 'servers'>): ServerChoice[] {
  const address = sandboxAddress();
  const sandbox = { url: `${address}/${api}/v1`, label, isSandbox: true };
  return [...(address === '' ? [] : [sandbox]), ...serverChoices(servers)];
}
