import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';
import { ConnectionGuard, type ConnectionGuardOptions } from '../../src/serve/connection-guard.ts';
import { openSocket, received } from './raw-socket.ts';

/** Waits for what other processes may hold up, for as long as a busy machine may need. */
export const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 5 });

interface Handled {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  closes: number;
}

interface Setup extends ConnectionGuardOptions {
  /** What is done with each request; it is left unanswered without. */
  readonly listener?: RequestListener;
}

/** A guarded server at a free port, and what reached its listener. */
export async function serveGuarded({ listener = () => undefined, ...options }: Setup = {}) {
  const clock = { time: 0 };
  // Without its timer, which could check between two steps of a test.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const guard = new ConnectionGuard({ now: () => clock.time, ...options });
  vi.useRealTimers();
  const handled: Handled[] = [];
  const server = guard.createServer((request, response) => {
    const entry = { request, response, closes: 0 };
    handled.push(entry);
    response.on('close', () => (entry.closes += 1));
    listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await guard.end(0);
  });
  return { guard, handled, clock, server, port: (server.address() as AddressInfo).port };
}

/** Responds with method, target and body. */
export const echo: RequestListener = (request, response) => {
  void text(request).then((body) => response.end(`${request.method} ${request.url} ${body}\n`));
};

/** A request that keeps its connection. */
export function get(target = '/', ...headers: readonly string[]): string {
  return [`GET ${target} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n');
}

export const upgrade = (protocol: string) => ['Connection: Upgrade', `Upgrade: ${protocol}`];
export const closing = 'Connection: close';

/** Sends bytes as they are. @returns what comes back until the connection is closed */
export async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await openSocket(port);
  socket.write(bytes, 'latin1');
  return received(socket);
}

/** Status codes in what came back, in their order. */
export const statuses = (responses: string) =>
  [...responses.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
