import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { expectFairness, repeat } from './support/probes.ts';
import { dial } from './support/raw.ts';
import { attacker, nextTurn, SiteProcess } from './support/site-process.ts';
import { useServer } from './support/use-server.ts';

// A page of a response that nobody reads stays in the buffers of the system, so there are fewer connections than by default.
const connections = { all: 400, client: 40 } as const;
const server = useServer({
  MAX_CONNECTIONS: String(connections.all),
  MAX_CONNECTIONS_PER_ADDRESS: String(connections.client),
});

interface Reply {
  readonly status: number;
  readonly length: number;
}

/** Sends a POST request and reads the response; the status is 0 if there is none. */
function post(path: string, from: string, body: string, headers = {}): Promise<Reply> {
  return new Promise((resolve) => {
    const options = { method: 'POST', localAddress: from, agent: false, headers } as const;
    const request = httpRequest(server.process.origin + path, options, (response) => {
      let length = 0;
      response.on('data', (part: Buffer) => (length += part.length));
      response.on('close', () => resolve({ status: response.statusCode ?? 0, length }));
    });
    request.on('error', () => resolve({ status: 0, length: 0 }));
    request.end(body);
  });
}

const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const call = (name: string, args: unknown, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const mcp = (from: string, messages: unknown) =>
  post('/mcp', from, JSON.stringify(messages), mcpHeaders);

describe('MCP', () => {
  const query = 'how does a device receive commands over mqtt and confirm them to the platform';
  const searches = (count: number) =>
    Array.from({ length: count }, (_, id) =>
      call('search', { query: `${query} ${id}`, limit: 20 }, id),
    );
  const resources = (count: number) =>
    Array.from({ length: count }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'resources/read',
      params: { uri: 'docs://anedya/specs/platform.openapi.json' },
    }));

  it.each([
    ['100 searches', searches(100)],
    ['20 searches', searches(20)],
    ['20 documents', resources(20)],
  ])('batches of %s, ten in flight from each of three clients', async (_name, batch) => {
    const url = `${server.process.origin}/`;
    await expectFairness(
      url,
      repeat(30, (worker) => mcp(attacker(worker % 3), batch)),
    );
  });

  it('the first message, for which the documents are loaded', async () => {
    // The server of the other tests has loaded them.
    const fresh = await SiteProcess.start();
    try {
      const body = JSON.stringify(call('search', { query }));
      const first = async () => {
        const options = { method: 'POST', headers: mcpHeaders, body };
        const response = await fetch(`${fresh.origin}/mcp`, options);
        return [response.status, await response.text()];
      };
      let isLoaded = false;
      let reply: unknown;
      await expectFairness(`${fresh.origin}/`, () => {
        const done = first().then((received) => {
          isLoaded = true;
          reply = received;
        });
        return Promise.resolve({ done, hasStep: () => isLoaded, count: 1 });
      });
      expect(reply).toEqual([200, expect.stringContaining('best first')]);
    } finally {
      await fresh.stop();
    }
  });

  it('limits the response to a batch', async () => {
    const { length } = await mcp(attacker(20), resources(100));
    expect(length).toBeLessThan(4_000_000);
    expect((await mcp(attacker(20), resources(20))).length).toBeLessThan(4_000_000);
  });

  const misspelled = Object.fromEntries(
    Array.from({ length: 1400 }, (_, index) => [`nodeNam${index}`, 1]),
  );
  const run = (apiKey: string, body: unknown) =>
    call('run', { operation: 'platform/node-create', apiKey, body });

  it('bodies with 1,400 misspelled fields, ten in flight', async () => {
    expect((await mcp(attacker(21), run('invented', misspelled))).length).toBeLessThan(20_000);
    const step = (worker: number) => mcp(attacker(22 + (worker % 2)), run('invented', misspelled));
    await expectFairness(`${server.process.origin}/`, repeat(10, step));
  });

  it('requests with invented keys leave nothing in memory', async () => {
    // 50 kB of JSON that takes megabytes as objects.
    const body = { list: Array.from({ length: 16_000 }, () => ({})) };
    await server.attack(async () => {
      for (let index = 0; index < 120; index += 4) {
        const four = [0, 1, 2, 3].map((offset) => index + offset);
        await Promise.all(four.map((key) => mcp(attacker(30 + key), run(`invented-${key}`, body))));
      }
    });
  });
});

describe('search', () => {
  it('requests with 30 queries of 100 filters, from six clients', async () => {
    const facetFilters = [Array.from({ length: 100 }, (_, index) => `type:content-${index}`)];
    const requests = Array.from({ length: 30 }, (_, index) => ({
      indexName: 'anedya-docs',
      query: `mqtt ${index}`,
      facetFilters,
    }));
    const body = JSON.stringify({ requests });
    expect(body.length).toBeLessThan(64 * 1024);
    const headers = {
      'x-algolia-application-id': 'self-hosted',
      'x-algolia-api-key': 'search-only',
    };
    const step = (worker: number) =>
      post('/1/indexes/*/queries', attacker(50 + worker), body, headers);
    await expectFairness(`${server.process.origin}/`, repeat(6, step));
  });
});

describe('pages', () => {
  /** Sends the same requests on several connections of each client, and reads the responses unless it is told not to. */
  const flood = (clients: number, text: string, isReading: boolean) => async () => {
    const sockets: Socket[] = [];
    for (let index = 0; index < clients * connections.client; index += 1) {
      const socket = await dial(server.port, attacker(60 + (index % clients)));
      if (isReading) socket.resume();
      socket.write(text);
      sockets.push(socket);
    }
    return sockets;
  };
  const ended = async (isOver: () => boolean, sockets: readonly Socket[]) => {
    while (!isOver()) await nextTurn();
    for (const socket of sockets) socket.destroy();
  };
  const head = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

  it('pipelined requests on all connections of five clients', async () => {
    const text = head('GET', '/').repeat(16);
    await expectFairness(
      `${server.process.origin}/`,
      repeat(5 * 10, async (worker) => {
        const socket = await dial(server.port, attacker(60 + (worker % 5)));
        socket.resume().write(text.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'));
        await new Promise<void>((resolve) => socket.once('close', () => resolve()));
      }),
    );
  });

  it('HEAD of the largest text, with the name of this machine', async () => {
    const text = head('HEAD', '/llms-full.txt').repeat(16);
    await expectFairness(
      `${server.process.origin}/`,
      repeat(5 * 20, async (worker) => {
        const socket = await dial(server.port, attacker(70 + (worker % 5)));
        socket.resume().write(text.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'));
        await new Promise<void>((resolve) => socket.once('close', () => resolve()));
      }),
    );
  });

  it('20 clients that read no response on as many connections as they get', async () => {
    const text = head('GET', '/search/index.json').repeat(4);
    const attack = flood(20, text, false);
    await expectFairness(`${server.process.origin}/`, async (isOver) => ({
      done: ended(isOver, await attack()),
    }));
  });

  it('300 requests of three clients whose bodies never end', async () => {
    const text =
      'POST /sandbox/platform/v1/node/list HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{';
    const attack = flood(8, text, true);
    await expectFairness(`${server.process.origin}/sandbox/`, async (isOver) => ({
      done: ended(isOver, await attack()),
    }));
  });
});
