import { get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from '../src/app.ts';
import { useApp } from './support/app.ts';

const harness = useApp();

const statusAt = (host: string, port: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    get({ host, port, path: '/healthz', agent: false }, (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

it('listens on every address of "localhost" until the server is closed', async () => {
  const names = ['127.0.0.1', '127.0.0.2', '203.0.113.7'];
  const addresses = names.map((address) => ({ address, family: 4 }));
  const port = await listen(harness.app, 'localhost', 0, () => Promise.resolve(addresses));
  const [first, second] = ['127.0.0.1', '127.0.0.2'];
  expect([await statusAt(first, port), await statusAt(second, port)]).toEqual([200, 200]);
  await harness.app.close();
  for (const address of [first, second]) {
    await expect(statusAt(address, port)).rejects.toThrow('ECONNREFUSED');
  }
});
