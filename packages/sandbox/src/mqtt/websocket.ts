import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import type { MqttBroker } from './broker.ts';

/** Takes an upgrade, when it is one for the broker. @returns whether it was */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Address of the client that a request comes from. */
export type AddressOf = (request: IncomingMessage) => string;

const ofSocket: AddressOf = ({ socket }) => socket.remoteAddress ?? '';

/** Largest WebSocket message, in bytes. One packet may be spread over several, and several packets may share one. */
const messageBytes = 1_000_000;

/** Close code of a message that is no bytes (RFC 6455, 7.4.1; MQTT 5.0, 6.0). */
const unsupportedData = 1003;

/**
 * MQTT over WebSocket (MQTT 5.0, 6) for an HTTP server that exists already: `server.on('upgrade', …)`.
 * @param path at which it is offered; at every path without
 * @param addressOf that of the connection unless given, which may be that of a proxy
 */
export function upgradeHandler(
  broker: MqttBroker,
  path?: string,
  addressOf = ofSocket,
): UpgradeHandler {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: messageBytes,
    perMessageDeflate: false,
    handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
  });
  return (request, socket, head) => {
    const requested = request.url?.split('?', 1)[0];
    if (path !== undefined && requested !== path) return false;
    server.handleUpgrade(request, socket, head, (client) => {
      client.on('message', (_, isBinary) => {
        if (!isBinary) client.close(unsupportedData, 'MQTT is sent as bytes');
      });
      broker.accept(createWebSocketStream(client), addressOf(request));
    });
    return true;
  };
}
