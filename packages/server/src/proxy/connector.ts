import { isIP, type Socket } from 'node:net';
import { isPublicAddress } from './address.ts';
import { faults } from './faults.ts';
import type { ProxyOptions } from './options.ts';
import { openTcp, type StartTls } from './sockets.ts';
import { within } from './within.ts';

type Ways = Pick<ProxyOptions, 'resolve' | 'dial'>;

/** Where a new connection leads. */
export interface Peer {
  /** Name, or literal address without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  /** Named by the operator: may have any address. */
  readonly named: boolean;
}

/** Addresses of a peer: all of them public, or none is used. */
async function checkedAddresses(
  { hostname, named }: Peer,
  { resolve }: Ways,
): Promise<readonly string[]> {
  const addresses = isIP(hostname)
    ? [hostname]
    : await resolve(hostname).catch(() => {
        throw faults.dnsFailed(hostname);
      });
  if (addresses.length === 0) throw faults.dnsFailed(hostname);
  if (!named && !addresses.every(isPublicAddress)) throw faults.addressRefused(hostname);
  return addresses;
}

/** Tries the addresses in turn: a machine without a route for IPv6 still reaches a host that has both. */
async function openFirst(
  addresses: readonly string[],
  { hostname, port }: Peer,
  { dial }: Ways,
  signal: AbortSignal,
): Promise<Socket> {
  for (const address of addresses) {
    const to = dial(address, port);
    const socket = await openTcp(to.host, to.port, signal).catch(() => undefined);
    if (socket) return socket;
  }
  throw faults.connectFailed(hostname);
}

/** How connections are opened, and how many milliseconds one may take. */
export type ConnectionWays = Ways & { readonly startTls: StartTls; readonly timeout: number };

/**
 * Opens a connection to a peer. The name is resolved once, every address it has is checked, and the socket goes to one
 * that was checked: a resolver that answers otherwise a moment later (DNS rebinding) gains nothing.
 * @throws ProxyFault `dns_failed`, `address_refused`, `connect_failed`, `tls_failed` or `connect_timeout`
 */
export function openConnection(peer: Peer, ways: ConnectionWays): Promise<Socket> {
  const { hostname, secure } = peer;
  const overdue = () => faults.connectTimeout(hostname, ways.timeout);
  return within(ways.timeout, overdue, async (signal) => {
    const socket = await openFirst(await checkedAddresses(peer, ways), peer, ways, signal);
    if (!secure) return socket;
    return ways.startTls(socket, hostname).catch(() => {
      socket.destroy();
      throw faults.tlsFailed(hostname);
    });
  });
}
