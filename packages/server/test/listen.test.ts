import { lookup } from 'node:dns/promises';
import { get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { listen } from '../src/listen.ts';
import { useApp } from './support/app.ts';

const harness = useApp();

const statusAt = (host: string, port: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    get({ host, port, path: '/healthz', agent: false }, (response: IncomingMessage) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

it('listens at every address of "localhost", until the server is closed', async () => {
  const port = await listen(harness.app, 'localhost', 0);
  const addresses = await lookup('localhost', { all: true });
  for (const { address } of addresses) expect(await statusAt(address, port)).toBe(200);
  await harness.app.close();
  for (const { address } of addresses) {
    await expect(statusAt(address, port)).rejects.toThrow('ECONNREFUSED');
  }
});
