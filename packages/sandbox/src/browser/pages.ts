/** The pages that use the sandbox of a worker: their requests, live streams and MQTT connections. */
import type { Responder } from '../http/handler.ts';
import type { HttpRequest } from '../http/request.ts';
import {
  type ChannelMessage,
  type FromWorker,
  type StartFailure,
  type ToWorker,
  workerChannel,
} from './messages.ts';
import type { PacketInput } from '../mqtt/packet-stream.ts';
import type { MqttServer } from './mqtt.ts';
import type { PageStreams } from './page-streams.ts';

/** Error of a sandbox that does not start. */
export class StartError extends Error {
  constructor(readonly reason: StartFailure) {
    super(reason);
  }
}

/** What a running sandbox offers to the pages. */
export interface Running {
  readonly respond: Responder;
  /** Stores what was written. Resolves with false if the browser could not store it. */
  readonly flush: () => Promise<boolean>;
  readonly streams: PageStreams;
  /** Starts the MQTT broker on first use. @throws DOMException if its script does not arrive */
  readonly mqtt: () => MqttServer;
}

type Send = (message: FromWorker, transfer?: Transferable[]) => void;

type PageMessage = Exclude<ToWorker, { kind: 'leave' }>;

type RequestMessage = Extract<ToWorker, { kind: 'request' }>;

/** A request of a page as the handler reads it. Not a `Request`, which hides its body in some browsers and limits headers. */
function requestOf(message: RequestMessage, signal: AbortSignal) {
  const { method, url, body } = message;
  const headers = new Headers(message.headers);
  headers.set('content-length', String(body.byteLength));
  return {
    method,
    url,
    headers,
    body: null,
    signal,
    arrayBuffer: () => Promise.resolve(body),
  } satisfies HttpRequest;
}

/** A page: what it has sent is in flight until the response, or until either side closes the connection. */
class Page {
  /** Whether the page is gone, or in the back/forward cache. */
  hasLeft = false;
  private readonly requests = new Map<number, AbortController>();
  private readonly sockets = new Map<number, PacketInput>();

  constructor(
    readonly send: Send,
    private readonly ready: () => Promise<Running>,
  ) {}

  /** Whether nothing that it has sent is in flight. */
  get isIdle(): boolean {
    return this.requests.size + this.sockets.size === 0;
  }

  receive(message: PageMessage): void {
    const { id } = message;
    switch (message.kind) {
      case 'request':
        void this.respond(message);
        return;
      case 'abort':
        this.requests.get(id)?.abort();
        this.requests.delete(id);
        return;
      case 'connect':
        void this.connect(id, message.url);
        return;
      case 'open':
        void this.open(id);
        return;
      case 'packets':
        this.sockets.get(id)?.receive(message.bytes);
        return;
      case 'close':
        this.sockets.get(id)?.end();
    }
  }

  private async respond(message: RequestMessage): Promise<void> {
    const { id } = message;
    const controller = new AbortController();
    this.requests.set(id, controller);
    try {
      const sandbox = await this.ready();
      const request = requestOf(message, controller.signal);
      const { status, headers, body } = await sandbox.respond(request, 'page');
      const bytes = await new Response(body).arrayBuffer();
      // A reader who got the response finds its effect after a reload, too.
      const isStored = await sandbox.flush();
      this.send({ kind: 'response', id, status, headers, body: bytes, isStored }, [bytes]);
    } catch (error) {
      const reason = error instanceof StartError ? error.reason : 'store';
      this.send({ kind: 'failed', id, reason });
    } finally {
      this.requests.delete(id);
    }
  }

  /** Connects to a live stream until either side ends the connection. */
  private async connect(id: number, url: string): Promise<void> {
    const controller = new AbortController();
    this.requests.set(id, controller);
    const send: Send = (message, transfer) => {
      if (message.kind === 'disconnected') this.requests.delete(id);
      this.send(message, transfer);
    };
    try {
      const { streams } = await this.ready();
      await streams.connect(id, url, send, controller.signal);
    } catch (error) {
      this.requests.delete(id);
      const reason = error instanceof StartError ? error.reason : 'store';
      this.send({ kind: 'failed', id, reason });
    }
  }

  private async open(id: number): Promise<void> {
    const closed = () => {
      this.sockets.delete(id);
      this.send({ kind: 'close', id });
    };
    try {
      const { mqtt } = await this.ready();
      const send = (bytes: Uint8Array) => this.send({ kind: 'packets', id, bytes });
      this.sockets.set(id, mqtt().accept({ send, closed }));
      this.send({ kind: 'open', id });
    } catch {
      closed();
    }
  }
}

/**
 * Serves the pages that connect to this worker.
 * @param ready starts the sandbox on first use
 * @returns sends a message to all of them
 */
export function servePages(ready: () => Promise<Running>): (message: FromWorker) => void {
  const pages = new Map<string | MessagePort, Page>();
  let isLocked = false;
  const add = (key: string | MessagePort, page: Page) => {
    pages.set(key, page);
    if (isLocked) page.send({ kind: 'locked' });
  };
  const receive = (key: string | MessagePort, page: Page, message: ToWorker) => {
    const isNew = page.hasLeft || !pages.has(key);
    page.hasLeft = message.kind === 'leave';
    if (message.kind === 'leave') {
      // One that comes back can still abort what is in flight.
      for (const [other, { hasLeft, isIdle }] of pages) if (hasLeft && isIdle) pages.delete(other);
      return;
    }
    if (isNew) add(key, page);
    page.receive(message);
  };
  if ('onconnect' in self) {
    self.addEventListener('connect', (event) => {
      const [port] = (event as MessageEvent).ports;
      if (!port) return;
      const page = new Page((message, transfer = []) => port.postMessage(message, transfer), ready);
      port.onmessage = ({ data }: MessageEvent<ToWorker>) => receive(port, page, data);
      page.send({ kind: 'greeting' });
      add(port, page);
    });
  } else {
    // The worker of one tab, for all: this browser has no shared workers.
    const channel = new BroadcastChannel(workerChannel(self.location.pathname));
    const post = (message: ChannelMessage) => channel.postMessage(message);
    const run = crypto.randomUUID();
    channel.onmessage = ({ data }: MessageEvent<ChannelMessage>) => {
      if (data.to !== 'worker') return;
      const { page: name, message } = data;
      if (!message) {
        post({ to: 'all', run });
        return;
      }
      const send: Send = (reply) => post({ to: 'page', page: name, message: reply });
      receive(name, pages.get(name) ?? new Page(send, ready), message);
    };
    post({ to: 'all', run });
  }
  return (message) => {
    if (message.kind === 'locked') isLocked = true;
    for (const page of pages.values()) if (!page.hasLeft) page.send(message);
  };
}
