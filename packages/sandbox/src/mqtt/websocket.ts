import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import { mqttCosts } from '../core/limits.ts';
import type { MqttBroker } from './broker.ts';
import type { NetworkConnection } from './network.ts';

/** Handles an upgrade, when it is one for the broker. @returns whether it was */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Address of the client that a request comes from. */
export type AddressOf = (request: IncomingMessage) => string;

const ofSocket: AddressOf = ({ socket }) => socket.remoteAddress ?? '';

/** Close code of a message that is not binary (RFC 6455, 7.4.1; MQTT 5.0, 6.0). */
const unsupportedData = 1003;

/** Pieces that an incomplete message or frame may be in: the largest packet comes in 200 segments of TCP. */
const maxPieces = 1024;

/** Largest first message, in bytes: it holds the CONNECT, and may hold packets behind it. */
const firstMessageBytes = 64_000;

/** Serves MQTT over WebSocket (MQTT 5.0, 6). */
export class WebSocketEndpoint {
  private readonly server: WebSocketServer;

  constructor(private readonly broker: MqttBroker) {
    this.server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // One packet may be spread over several messages, and several packets may share one.
      maxPayload: 2 * broker.limits.packetBytes,
      maxBufferedChunks: maxPieces,
      maxFragments: maxPieces,
      perMessageDeflate: false,
      // However many frames arrive at once, each is handled in a turn of the event loop.
      allowSynchronousEvents: false,
      handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
    });
  }

  /**
   * Makes a WebSocket of a connection, or rejects it.
   * @param from address of the client, or the connection of the socket when it is admitted
   */
  upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    from: string | NetworkConnection,
  ): void {
    const network = typeof from === 'string' ? this.broker.admit(socket, from) : from;
    if (!network) return;
    this.server.handleUpgrade(request, socket, head, (client) => {
      limitFrames(client, socket, network);
      this.broker.accept(createWebSocketStream(client), network);
    });
  }
}

/** Disconnects a client whose frames are not those of MQTT: texts, floods of pings, bytes that complete no message. */
function limitFrames(client: WebSocket, socket: Duplex, network: NetworkConnection): void {
  let hasMessage = false;
  let incomplete = 0;
  const countControlFrame = () => {
    if (network.traffic.charge(mqttCosts.controlFrame) > 0) client.terminate();
  };
  client.on('ping', countControlFrame);
  client.on('pong', countControlFrame);
  client.on('message', (_, isBinary) => {
    hasMessage = true;
    incomplete = 0;
    network.hold('message', 0);
    if (!isBinary) client.close(unsupportedData, 'MQTT is sent as binary messages');
  });
  socket.on('data', (chunk: Buffer) => {
    incomplete += chunk.length;
    const isTooLarge = !hasMessage && incomplete > firstMessageBytes;
    if (isTooLarge || !network.hold('message', incomplete)) client.terminate();
  });
  // The library has sent a close frame, and would read on until the client has sent one too.
  client.on('error', () => socket.end(() => socket.destroy()));
}

/**
 * MQTT over WebSocket for an existing HTTP server: `server.on('upgrade', …)`.
 * @param path where it is offered; every path without
 * @param addressOf that of the connection by default, which may be that of a proxy
 */
export function upgradeHandler(
  broker: MqttBroker,
  path?: string,
  addressOf = ofSocket,
): UpgradeHandler {
  const endpoint = new WebSocketEndpoint(broker);
  return (request, socket, head) => {
    const requested = request.url?.split('?', 1)[0];
    if (path !== undefined && requested !== path) return false;
    endpoint.upgrade(request, socket, head, addressOf(request));
    return true;
  };
}
