import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelMessage, FromWorker, ToWorker } from '../../src/browser/messages.ts';
import { type Running, servePages } from '../../src/browser/pages.ts';
import { turn } from '../mqtt/support/memory-client.ts';

/** Signals of the connections to streams, and what the streams send, by id. */
const connections = new Map<number, { signal: AbortSignal; send: (message: FromWorker) => void }>();

const running = {
  streams: {
    connect: (id: number, _url: string, send: (message: FromWorker) => void, signal: AbortSignal) =>
      connections.set(id, { signal, send }),
  },
} as unknown as Running;

/** What the page has received. */
let received: FromWorker[];

/** Sends a message of the page to a worker, and lets the worker handle it. */
type Post = (message: ToWorker) => Promise<void>;

/** Connects the page to a shared worker. */
function toSharedWorker(): { post: Post; sendAll: (message: FromWorker) => void } {
  const worker = Object.assign(new EventTarget(), { onconnect: null });
  vi.stubGlobal('self', worker);
  const sendAll = servePages(() => Promise.resolve(running));
  const port = {
    postMessage: (message: FromWorker) => void received.push(message),
    onmessage: (_event: { data: ToWorker }) => undefined,
  };
  worker.dispatchEvent(Object.assign(new Event('connect'), { ports: [port] }));
  const post: Post = (data) => {
    port.onmessage({ data });
    return turn();
  };
  return { sendAll, post };
}

/** Connects the page to the worker of one tab. */
function toWorkerOfTab(): { post: Post; sendAll: (message: FromWorker) => void } {
  const channel = {
    postMessage: (message: ChannelMessage) => {
      if (message.to === 'page') received.push(message.message);
    },
    onmessage: (_event: { data: ChannelMessage }) => undefined,
  };
  vi.stubGlobal('self', { location: { pathname: '/worker.js' } });
  vi.stubGlobal('BroadcastChannel', function BroadcastChannel() {
    return channel;
  });
  const sendAll = servePages(() => Promise.resolve(running));
  const post: Post = (message) => {
    channel.onmessage({ data: { to: 'worker', page: 'a', message } });
    return turn();
  };
  return { sendAll, post };
}

beforeEach(() => {
  received = [];
  connections.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['a shared worker', toSharedWorker],
  ['the worker of a tab', toWorkerOfTab],
])('a page of %s', (_name, start) => {
  it('gets no broadcasts after it has left, until its next message', async () => {
    const { post, sendAll } = start();
    await post({ kind: 'abort', id: 1 });
    sendAll({ kind: 'locked' });
    await post({ kind: 'leave' });
    received = [];
    sendAll({ kind: 'progress', loaded: 1, total: 2 });
    expect(received).toEqual([]);
    await post({ kind: 'abort', id: 1 });
    sendAll({ kind: 'progress', loaded: 2, total: 2 });
    expect(received).toEqual([{ kind: 'locked' }, { kind: 'progress', loaded: 2, total: 2 }]);
  });

  it('ends its stream when it has come back', async () => {
    const { post, sendAll } = start();
    await post({ kind: 'connect', id: 1, url: '' });
    await post({ kind: 'leave' });
    received = [];
    sendAll({ kind: 'locked' });
    expect(received).toEqual([]);
    await post({ kind: 'abort', id: 1 });
    expect(received).toEqual([{ kind: 'locked' }]);
    expect(connections.get(1)?.signal.aborted).toBe(true);
  });

  it('keeps nothing of a stream that has ended', async () => {
    const { post } = start();
    await post({ kind: 'connect', id: 1, url: '' });
    await post({ kind: 'connect', id: 2, url: '' });
    const [ended, open] = [connections.get(1), connections.get(2)];
    ended?.send({ kind: 'disconnected', id: 1, reason: '' });
    for (const id of [1, 2]) await post({ kind: 'abort', id });
    expect([ended?.signal.aborted, open?.signal.aborted]).toEqual([false, true]);
  });
});
