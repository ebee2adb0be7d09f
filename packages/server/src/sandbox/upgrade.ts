import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Socket } from 'node:net';
import type { UpgradeHandler } from '@anedya-docs/sandbox/service';

/**
 * Hands WebSocket upgrades for the broker to it. Requests that ask for another upgrade, as curl does for HTTP/2, are answered
 * without one (RFC 9110, 7.8), on a connection that then ends: Node has stopped reading it.
 * @param upgrade takes those for the broker
 */
export function answerUpgrades(server: Server, upgrade: UpgradeHandler): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (upgrade(request, socket, head)) return;
    const hasBody = !['GET', 'HEAD'].includes(request.method ?? '');
    if (hasBody || !(socket instanceof Socket)) {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    // What Node's own parser does for the connections it reads.
    socket.on('drain', () => response.emit('drain'));
    socket.on('error', () => socket.destroy());
    response.on('finish', () => {
      response.detachSocket(socket);
      socket.end();
    });
    server.emit('request', request, response);
  });
}
