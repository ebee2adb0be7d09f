import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws';
import { mqttCosts } from '../core/limits.ts';
import type { MqttBroker } from './broker.ts';
import type { NetworkConnection } from './network.ts';

/**
 * Handles an upgrade request if it is for the broker.
 * @returns whether it was
 */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;

/** Returns the address of the client that sent a request. */
export type AddressOf = (request: IncomingMessage) => string;

export const addressOfSocket: AddressOf = ({ socket }) => socket.remoteAddress ?? '';

/** Close code for a message that is not binary (RFC 6455, 7.4.1; MQTT 5.0, 6.0). */
const unsupportedData = 1003;

/** Maximum number of fragments of an incomplete message or frame: the largest packet arrives in 200 TCP segments. */
const maxPieces = 1024;

/** Maximum size of the first message, in bytes: it contains the CONNECT, and may contain more packets. */
const firstMessageBytes = 64_000;

/** Serves MQTT over WebSocket (MQTT 5.0, 6). */
export class WebSocketEndpoint {
  private readonly server: WebSocketServer;

  /** @param paths paths that accept upgrade requests; without this option, every path does */
  constructor(
    private readonly broker: MqttBroker,
    paths?: readonly string[],
  ) {
    this.server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // A packet may span several messages, and a message may contain several packets.
      maxPayload: 2 * broker.limits.packetBytes,
      maxBufferedChunks: maxPieces,
      maxFragments: maxPieces,
      perMessageDeflate: false,
      // Each frame is handled in its own iteration of the event loop, even if many arrive at once.
      allowSynchronousEvents: false,
      verifyClient: ({ req }, done) => {
        const invalid = violation(req, paths);
        if (invalid) done(false, invalid.status, invalid.text);
        else done(true);
      },
      handleProtocols: () => 'mqtt',
    });
  }

  /**
   * Upgrades a connection to WebSocket, or rejects it.
   * @param from address of the client, or the network connection if it is already admitted
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

/** Returns why an upgrade request is rejected. Clients must offer the subprotocol "mqtt" (MQTT 3.1.1 and 5.0, 6). */
function violation(
  request: IncomingMessage,
  paths: readonly string[] | undefined,
): { readonly status: 400 | 404; readonly text: string } | undefined {
  if (paths && !paths.includes(pathOf(request))) {
    return {
      status: 404,
      text: `MQTT over WebSocket is available at ${paths.join(' and ')} on this port.\n`,
    };
  }
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',');
  if (offered.some((protocol) => protocol.trim() === 'mqtt')) return undefined;
  const text = 'The MQTT subprotocol is missing. Send the header "Sec-WebSocket-Protocol: mqtt".\n';
  return { status: 400, text };
}

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] ?? '';

/** Disconnects a client whose frames are not valid MQTT: text messages, ping floods, bytes that never complete a message. */
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
    if (isBinary) return;
    client.close(unsupportedData, 'Send MQTT packets as binary messages');
    // Destroys the stream before it receives the message, as after an invalid frame.
    client.emit('error', new Error('Text message'));
  });
  socket.on('data', (chunk: Buffer) => {
    incomplete += chunk.length;
    const isTooLarge = !hasMessage && incomplete > firstMessageBytes;
    if (isTooLarge || !network.hold('message', incomplete)) client.terminate();
  });
  // The library has sent a close frame, and would continue to read until the client sends one too.
  client.on('error', () => socket.end(() => socket.destroy()));
}

/**
 * MQTT over WebSocket for an existing HTTP server: `server.on('upgrade', …)`.
 * @param path path that accepts upgrade requests; others are left to the server
 * @param addressOf returns the address of the client; by default the address of the socket, which may be a proxy
 */
export function upgradeHandler(
  broker: MqttBroker,
  path: string,
  addressOf = addressOfSocket,
): UpgradeHandler {
  const endpoint = new WebSocketEndpoint(broker);
  return (request, socket, head) => {
    if (pathOf(request) !== path) return false;
    endpoint.upgrade(request, socket, head, addressOf(request));
    return true;
  };
}
