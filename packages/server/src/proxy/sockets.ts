import { connect, type Socket } from 'node:net';
import { createSecureContext, rootCertificates, type TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';

/** Opens a TCP connection to a literal address: there is no name left to look up. */
export function openTcp(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal, noDelay: true });
    // Stays for good: TLS takes the socket over and reports its errors, but must not leave it without a listener.
    socket.on('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

/** Starts TLS on an open connection; server name and certificate check go by the name, not by the address. */
export type StartTls = (socket: Socket, hostname: string) => Promise<TLSSocket>;

/** @param ca a certificate authority to trust beside those of Node, as PEM */
export function createStartTls(ca?: string): StartTls {
  const connector = buildConnector({
    // The caller's own deadline covers name, TCP and TLS together.
    timeout: 0,
    // One for all connections: each of its own would read all authorities again and hold them.
    secureContext: createSecureContext(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  });
  return (httpSocket, hostname) =>
    new Promise((resolve, reject) => {
      connector(
        { hostname, host: hostname, protocol: 'https:', port: '', httpSocket },
        (error, socket) => (error ? reject(error) : resolve(socket as TLSSocket)),
      );
      // A peer that hangs up during the handshake, or our own deadline.
      httpSocket.once('close', () => reject(new Error('the connection closed')));
    });
}
