import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ToolError } from '../src/docs.ts';
import { SandboxClient, sendTo } from '../src/sandbox.ts';
import { close, healthy, puback, publish, startBroker, type Handler } from './support/broker.ts';

// A request that never settles fails its test.
vi.setConfig({ testTimeout: 5_000 });

/** The response over HTTP to "Check": the broker accepts the connection key, or not. */
const accepted = { status: 200, warning: undefined, text: '{"success":true}' };
const suspended = {
  status: 403,
  warning: undefined,
  text: '{"success":false,"error":"The node of this connection key is suspended."}',
};

function exchange(
  port: number,
  deviceId = randomUUID() as string,
  deadline = new AbortController(),
  left?: AbortSignal,
  checked = accepted,
) {
  const send = () => Promise.resolve(checked);
  const client = new SandboxClient(send, '127.0.0.1', () => deadline.signal, left);
  const project = { platformUrl: '', deviceUrl: '', nodes: [], broker: { tcp: port } };
  const device = { deviceId, connectionKey: `key of ${deviceId}` };
  return client.exchange(project, device, { topic: 'request', topics: ['response'] }, {});
}

describe('an exchange over MQTT', () => {
  it('ends when the client leaves', async () => {
    const leaving = new AbortController();
    const port = await startBroker({ ...healthy, publish: () => leaving.abort() });
    const left = exchange(port, undefined, undefined, leaving.signal);
    await expect(left).rejects.toThrow(ToolError);
  });

  it('is rejected when ten of the device are not over', async () => {
    const deadline = new AbortController();
    const port = await startBroker({ ...healthy, publish: () => undefined });
    const ten = Array.from({ length: 10 }, () => exchange(port, 'busy', deadline));
    const settled = Promise.allSettled(ten);
    await expect(exchange(port, 'busy', deadline)).rejects.toThrow('10 requests over MQTT wait');
    deadline.abort();
    await settled;
    expect(await exchange(await startBroker(healthy), 'busy')).toMatchObject({ status: 200 });
  });

  it('returns the response', async () => {
    const port = await startBroker(healthy);
    expect(await exchange(port)).toMatchObject({ status: 200, body: { success: true } });
  });

  it('returns the warning, which comes after the response', async () => {
    const port = await startBroker({
      ...healthy,
      publish: (socket, packet) => {
        publish(socket, 'response', { success: true });
        publish(socket, 'errors', { success: true, warning: 'Unknown field "foo" is ignored.' });
        puback(socket, packet);
      },
    });
    expect(await exchange(port)).toEqual({
      status: 200,
      warning: 'Unknown field "foo" is ignored.',
      body: { success: true },
    });
  });

  it('returns the response of a request that the acknowledgment rejects', async () => {
    const quotaExceeded = 0x97;
    const body = { success: false, error: 'This device sends too many requests.' };
    const port = await startBroker({
      ...healthy,
      publish: (socket, packet) => {
        publish(socket, 'device/errors', body);
        puback(socket, packet, quotaExceeded);
      },
    });
    expect(await exchange(port)).toMatchObject({ status: 400, body });
  });

  it('fails with the reason of the acknowledgment that rejects it', async () => {
    const reason = 'The message was dropped.';
    const port = await startBroker({
      ...healthy,
      publish: (socket, packet) => puback(socket, packet, 0x83, reason),
    });
    await expect(exchange(port)).rejects.toThrow(`The broker rejected the request: ${reason}`);
  });

  it('returns the response when the connection ends before the acknowledgment', async () => {
    const port = await startBroker({
      ...healthy,
      publish: (socket) => {
        publish(socket, 'response', { success: true });
        socket.end();
      },
    });
    expect(await exchange(port)).toMatchObject({ status: 200 });
  });

  it('does not connect with a key that the sandbox rejects', async () => {
    const connects: Buffer[] = [];
    const port = await startBroker({
      ...healthy,
      connect: (_, packet) => void connects.push(packet),
    });
    const rejected = exchange(port, undefined, undefined, undefined, suspended);
    await expect(rejected).rejects.toThrow('The node of this connection key is suspended.');
    expect(connects).toEqual([]);
  });

  it.each(['connect', 'subscribe', 'publish'] as const)(
    'fails when the broker closes the connection instead of accepting "%s"',
    async (name) => {
      const port = await startBroker({ ...healthy, [name]: close });
      const error: unknown = await exchange(port).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ToolError);
    },
  );

  it.each(['subscribe', 'publish'] as const)(
    'fails after a time when the broker does not respond to "%s"',
    async (name) => {
      const deadline = new AbortController();
      const port = await startBroker({ ...healthy, [name]: () => deadline.abort() });
      await expect(exchange(port, undefined, deadline)).rejects.toThrow('No response over MQTT');
    },
  );

  it('fails when the broker rejects the subscription', async () => {
    const reject: Handler = (socket, packet) =>
      socket.write(Buffer.from([0x90, 4, packet[2] ?? 0, packet[3] ?? 0, 0, 0x87]));
    const port = await startBroker({ ...healthy, subscribe: reject });
    await expect(exchange(port)).rejects.toThrow('The broker rejected the request');
  });

  it('waits for earlier ones of the device, but not for those of other devices', async () => {
    const events = new EventEmitter();
    const order: string[] = [];
    const respondInOrder: Handler = (socket, packet) => {
      order.push('response');
      healthy.publish(socket, packet);
    };
    let isFirst = true;
    const port = await startBroker({
      ...healthy,
      connect: (socket, packet) => {
        order.push(packet.includes('other') ? 'other' : 'device');
        healthy.connect(socket, packet);
      },
      publish: (socket, packet) => {
        const release = () => respondInOrder(socket, packet);
        if (isFirst) {
          isFirst = false;
          events.once('release', release).emit('held');
        } else {
          release();
        }
      },
    });
    const held = once(events, 'held');
    const exchanges = [exchange(port, 'device'), exchange(port, 'device')];
    await held;
    await exchange(port, 'other');
    events.emit('release');
    await Promise.all(exchanges);
    expect(order).toEqual(['device', 'other', 'response', 'response', 'device', 'response']);
  });

  it('does not fail because of an earlier one of the device', async () => {
    const port = await startBroker(healthy);
    const broken = await startBroker({ ...healthy, publish: close });
    const [failed, next] = await Promise.allSettled([
      exchange(broken, 'device'),
      exchange(port, 'device'),
    ]);
    expect([failed.status, next.status]).toEqual(['rejected', 'fulfilled']);
  });
});

describe('a request to the sandbox of another server', () => {
  type Listener = (request: IncomingMessage, response: ServerResponse) => void;

  /** Starts a server and sends a request to its sandbox. */
  async function request(listener: Listener, headers: Record<string, string> = {}) {
    const server = createServer(listener);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    return sendTo(new URL(`http://127.0.0.1:${port}/docs/`))('POST', '/projects', headers);
  }

  it('goes to its path', async () => {
    const { status, text, warning } = await request(({ method, url }, response) => {
      response.setHeader('x-sandbox-warning', 'Check it.').writeHead(201).end(`${method} ${url}`);
    });
    expect({ status, text, warning }).toEqual({
      status: 201,
      text: 'POST /docs/sandbox/projects',
      warning: 'Check it.',
    });
  });

  it('says that the server redirects it', async () => {
    const redirect: Listener = (_request, response) =>
      response.writeHead(308, { location: 'https://docs.example.com/' }).end();
    await expect(request(redirect)).rejects.toThrow(/ANEDYA_DOCS_URL.*unexpected redirect/);
  });

  it('says that no server listens', async () => {
    const server = createServer();
    await once(server.listen(0, 'localhost'), 'listening');
    const { port } = server.address() as AddressInfo;
    await once(server.close(), 'close');
    const send = sendTo(new URL(`http://localhost:${port}/`));
    await expect(send('GET', '/projects', {})).rejects.toThrow(/ANEDYA_DOCS_URL.*ECONNREFUSED/);
  });

  it('ends after 30 seconds without a response', async () => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    onTestFinished(() => timeout.mockRestore());
    const reason = new DOMException('too late', 'TimeoutError');
    await expect(request(() => time.abort(reason))).rejects.toThrow(/ANEDYA_DOCS_URL.*too late/);
    expect(timeout).toHaveBeenCalledWith(30_000);
  });
});
