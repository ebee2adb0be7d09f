import { beforeEach, describe, expect, it } from 'vitest';
import { innerAddresses } from './data/inner-addresses.ts';
import { publicAddress, useProxy } from './support/proxy-harness.ts';

/** Answers of the resolver, one for each time it is asked; the last one stays. */
let answers: readonly (readonly string[])[] = [];
let asked = 0;
let dialed: string[] = [];
const ports: { upstream: number } = { upstream: 0 };

const proxy = useProxy({
  proxy: {
    rate: { window: 60_000, all: 10_000, client: 10_000 },
    resolve: () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
      asked += 1;
      return Promise.resolve(answer);
    },
    dial: (address) => {
      dialed.push(address);
      return { host: '127.0.0.1', port: ports.upstream };
    },
  },
});

beforeEach(() => {
  ports.upstream = proxy.upstream.port;
  asked = 0;
  dialed = [];
  // Each call needs a connection of its own.
  proxy.upstream.handler = (_request, response) => response.setHeader('connection', 'close').end();
});

describe('a name that leads inside', () => {
  it.each(innerAddresses)('%s (%s) is refused', async (address) => {
    answers = [[address]];
    const answer = await proxy.call();
    expect(answer.headers['x-proxy-error']).toBe('address_refused');
    expect(answer.body).not.toContain(address === '' ? '\0' : address);
    expect(proxy.upstream.connections).toBe(0);
  });

  it.each([
    ['last', [publicAddress, '127.0.0.1']],
    ['first', ['127.0.0.1', publicAddress]],
    ['in the middle', [publicAddress, '::1', '1.1.1.1']],
    ['mapped', [publicAddress, '::ffff:10.0.0.1']],
  ])('is refused with one inner address among public ones, %s', async (_place, addresses) => {
    answers = [addresses];
    expect((await proxy.call()).headers['x-proxy-error']).toBe('address_refused');
    expect(proxy.upstream.connections).toBe(0);
  });
});

describe('a name that leads outside at first (DNS rebinding)', () => {
  it('is looked up once for a connection, which goes to the address that was checked', async () => {
    answers = [[publicAddress], ['127.0.0.1']];
    expect((await proxy.call()).statusCode).toBe(200);
    expect(asked).toBe(1);
    expect(dialed).toEqual([publicAddress]);
    expect(proxy.upstream.connections).toBe(1);
  });

  it('is checked again for the next connection', async () => {
    const before = proxy.upstream.connections;
    answers = [[publicAddress], ['127.0.0.1']];
    expect((await proxy.call()).statusCode).toBe(200);
    expect((await proxy.call()).headers['x-proxy-error']).toBe('address_refused');
    expect(dialed).toEqual([publicAddress]);
    expect(proxy.upstream.connections).toBe(before + 1);
  });

  it('needs no second look while the connection is kept', async () => {
    proxy.upstream.handler = (_request, response) => response.end();
    const before = proxy.upstream.connections;
    answers = [[publicAddress], ['127.0.0.1']];
    expect((await proxy.call()).statusCode).toBe(200);
    expect((await proxy.call()).statusCode).toBe(200);
    expect(asked).toBe(1);
    expect(proxy.upstream.connections).toBe(before + 1);
  });
});
