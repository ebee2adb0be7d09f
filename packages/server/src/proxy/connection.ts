import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { createSecureContext, rootCertificates, type TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { isPublicAddress } from '../addresses.ts';
import { proxyErrors } from './errors.ts';

/** How the proxy reaches the network; tests and benchmarks replace it. */
export interface Network {
  /** Resolves a name to its addresses. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  /** Maps a checked address to the one that the socket connects to. */
  readonly dial: (address: string, port: number) => { host: string; port: number };
  /** A certificate authority to trust in addition to those of Node, as PEM. */
  readonly ca?: string;
}

/** The system's resolver and sockets, IPv4 first, because not every machine has an IPv6 route. */
export const systemNetwork: Network = {
  resolve: async (hostname) => {
    const found = await lookup(hostname, { all: true, order: 'ipv4first' });
    return found.map(({ address }) => address);
  },
  dial: (address, port) => ({ host: address, port }),
};

/** The destination of a connection. */
export interface Peer {
  /** Name, or literal address without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly isSecure: boolean;
  /** Configured by the operator: may have any address. */
  readonly isConfigured: boolean;
}

/** Resolves a peer. Rejects it unless all of its addresses are public. */
async function checkedAddresses(
  { hostname, isConfigured }: Peer,
  { resolve }: Network,
): Promise<readonly string[]> {
  const addresses = isIP(hostname)
    ? [hostname]
    : await resolve(hostname).catch(() => {
        throw proxyErrors.dnsFailed(hostname);
      });
  if (addresses.length === 0) throw proxyErrors.dnsFailed(hostname);
  if (!isConfigured && !addresses.every(isPublicAddress)) {
    throw proxyErrors.addressNotAllowed(hostname);
  }
  return addresses;
}

/** Opens a TCP connection to a literal address: there is no name left to resolve. */
function openTcp(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal, noDelay: true });
    // Never removed: TLS takes the socket over and reports its errors, but must not leave it without a listener.
    socket.on('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

/** Tries the addresses in order: a machine without an IPv6 route still reaches a dual-stack host. */
async function connectToFirst(
  addresses: readonly string[],
  { hostname, port }: Peer,
  { dial }: Network,
  signal: AbortSignal,
): Promise<Socket> {
  for (const address of addresses) {
    const to = dial(address, port);
    const socket = await openTcp(to.host, to.port, signal).catch(() => undefined);
    if (socket) return socket;
  }
  throw proxyErrors.connectFailed(hostname);
}

/** Starts TLS on an open connection. Server name and certificate are checked against the name, not the address. */
type StartTls = (socket: Socket, hostname: string) => Promise<TLSSocket>;

function createStartTls(ca?: string): StartTls {
  const connector = buildConnector({
    // The connect timeout covers name, TCP and TLS together.
    timeout: 0,
    // Shared by all connections: a separate one for each would parse and store all certificate authorities again.
    secureContext: createSecureContext(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  });
  return (httpSocket, hostname) =>
    new Promise((resolve, reject) => {
      connector(
        {
          hostname,
          // undici reads the server name from the host, and needs the brackets of an address.
          host: isIP(hostname) === 6 ? `[${hostname}]` : hostname,
          protocol: 'https:',
          port: '',
          httpSocket,
        },
        (error, socket) => (error ? reject(error) : resolve(socket as TLSSocket)),
      );
      // The peer disconnected during the handshake, or the connect timeout expired.
      httpSocket.once('close', () => reject(new Error('the connection closed')));
    });
}

/** Runs work with a timeout, after which its signal is aborted. */
async function withTimeout<T>(
  milliseconds: number,
  timeoutError: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(timeoutError());
      controller.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

export type OpenConnection = (peer: Peer) => Promise<Socket>;

/**
 * Creates a function that opens a connection to a peer. It resolves the name once, checks every address, and connects to a
 * checked one, so that a resolver that changes its response (DNS rebinding) has no effect.
 * The function throws ProxyError `dns_failed`, `address_not_allowed`, `connect_failed`, `tls_failed` or `connect_timeout`.
 * @param timeout for name, TCP and TLS together, in milliseconds
 */
export function createConnector(network: Network, timeout: number): OpenConnection {
  const startTls = createStartTls(network.ca);
  return (peer) => {
    const { hostname, isSecure } = peer;
    return withTimeout(
      timeout,
      () => proxyErrors.connectTimeout(hostname, timeout),
      async (signal) => {
        const addresses = await checkedAddresses(peer, network);
        const socket = await connectToFirst(addresses, peer, network, signal);
        if (!isSecure) return socket;
        return startTls(socket, hostname).catch(() => {
          socket.destroy();
          throw proxyErrors.tlsFailed(hostname);
        });
      },
    );
  };
}
