import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Effect, Disruptions, SimulatedClock } from './disruptions.ts';

/** A request of a program. */
export interface Recorded {
  /** Simulated time. */
  readonly at: number;
  /** Without `/v1`. */
  readonly path: string;
  readonly body: string;
  /** Undefined if no response was sent. */
  status?: number;
}

interface Target {
  readonly disruptions: Disruptions;
  readonly clock: SimulatedClock;
  /** Port of the sandbox for a path. */
  readonly portOf: (path: string) => number;
  /** Changes the text of a response. */
  readonly change?: (path: string, text: string) => string;
  /** Called when a request gets neither a response nor the end of its connection. */
  readonly onSilence?: () => void;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const rejection = (code: number) =>
  JSON.stringify({ success: false, error: 'rejected by the rig', errorcode: code });

/** An HTTP proxy between a program and the sandbox that injects disruptions. */
export class HttpProxy {
  readonly requests: Recorded[] = [];
  readonly port: number;
  private readonly sockets = new Set<Duplex>();
  private readonly server: Server;
  private readonly target: Target;

  private constructor(server: Server, target: Target) {
    this.server = server;
    this.target = target;
    this.port = (server.address() as AddressInfo).port;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      // A program that ends closes its connections.
      this.handle(request, response).catch(() => response.destroy());
    });
    server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
      this.open(request, socket);
    });
  }

  static async start(target: Target): Promise<HttpProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new HttpProxy(server, target);
  }

  async stop(): Promise<void> {
    this.cutSockets();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const path = (request.url ?? '').replace(/^\/v1/, '');
    const { disruptions, clock, onSilence } = this.target;
    const recorded: Recorded = { at: clock.now(), path, body };
    this.requests.push(recorded);
    const disruption = disruptions.take(path.startsWith('/sandbox') ? '/files' : path, body);
    const effect = disruption?.effect;
    if (effect === 'drop') {
      response.destroy();
    } else if (effect === 'silence') {
      onSilence?.();
    } else if (typeof effect === 'number') {
      recorded.status = effect;
      const retry = disruption?.retryAfter;
      response.writeHead(effect, retry === undefined ? {} : { 'Retry-After': retry });
      response.end(rejection(1));
    } else if (typeof effect === 'object' && 'reject' in effect) {
      recorded.status = 400;
      response.writeHead(400).end(rejection(effect.reject));
    } else {
      await this.forward(request, { body, path, recorded, effect }, response);
    }
  }

  /** A WebSocket connection; its messages pass unchanged. */
  private open({ url = '/', rawHeaders }: IncomingMessage, socket: Duplex): void {
    const { disruptions, clock, portOf } = this.target;
    const path = url.replace(/^\/v1/, '');
    this.requests.push({ at: clock.now(), path, body: '' });
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    const disruption = disruptions.take(path);
    const { effect, retryAfter } = disruption ?? {};
    if (effect === 'drop') {
      socket.destroy();
      return;
    }
    if (typeof effect === 'number') {
      const retry = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`;
      socket.end(`HTTP/1.1 ${effect} Rejected\r\n${retry}Content-Length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(portOf(url), '127.0.0.1');
    upstream.on('error', () => socket.destroy());
    if (effect !== 'silence') upstream.on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    const lines = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
    );
    upstream.write([`GET ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    socket.pipe(upstream);
    if (effect === 'cut') upstream.once('data', (bytes) => socket.end(bytes.subarray(0, 40)));
    // Like a router that forgets a connection: nothing arrives, and the connection stays open.
    else if (effect === 'silence') upstream.once('data', (bytes) => socket.write(bytes));
    else upstream.pipe(socket);
  }

  /** Ends the open WebSocket connections. */
  cutSockets(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private async forward(
    { url = '/', method = 'GET', headers }: IncomingMessage,
    sent: { body: string; path: string; recorded: Recorded; effect: Effect | undefined },
    response: ServerResponse,
  ): Promise<void> {
    const { portOf, change } = this.target;
    const { body, path, recorded, effect } = sent;
    const passed = Object.entries(headers).flatMap(([name, value]) =>
      /^(?:authorization|auth-mode|content-type|accept|x-anedya-.*)$/.test(name) &&
      typeof value === 'string'
        ? [[name, value] as const]
        : [],
    );
    const upstream = await fetch(`http://127.0.0.1:${portOf(url)}${url}`, {
      method,
      headers: Object.fromEntries(passed),
      ...(method === 'POST' && { body }),
    });
    let bytes = Buffer.from(await upstream.arrayBuffer());
    if (change && method === 'POST') bytes = Buffer.from(change(path, bytes.toString('utf8')));
    recorded.status = upstream.status;
    if (effect === 'lose') {
      response.destroy();
      return;
    }
    if (effect === 'empty') bytes = Buffer.alloc(0);
    const retry = upstream.headers.get('retry-after');
    response.writeHead(upstream.status, {
      'Content-Type': upstream.headers.get('content-type') ?? 'text/plain',
      'content-length': bytes.length,
      ...(retry !== null && { 'Retry-After': retry }),
    });
    if (effect === 'cut') {
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    } else {
      response.end(bytes);
    }
  }
}
