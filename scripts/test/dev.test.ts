import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { readPort } from '../lib/dev-site.mjs';

const script = path.resolve(import.meta.dirname, '../dev.mjs');

/** Runs `npm run dev` with a setting that it rejects. */
async function rejected(port: string) {
  const dev = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void dev.kill());
  const exit = once(dev, 'exit') as Promise<[code: number | null]>;
  const [errors, [code]] = await Promise.all([text(dev.stderr), exit]);
  return { errors, code };
}

// The pages have the port, and the server the next one. Another program of this machine may use the port beside the tested one.
it.each([0, 1])('npm run dev says that a port is in use: the first and %i', async (before) => {
  const other = createServer();
  other.listen(0);
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { errors, code } = await rejected(String(port - before));
  expect(errors).toContain(`Port ${port} is in use`);
  expect(errors).toContain('stop the program that uses it, or set PORT to another port');
  expect(code).toBe(1);
});

it.each(['abc', '0', '65535'])('npm run dev says which ports it accepts: not %s', async (port) => {
  expect(await rejected(port)).toEqual({
    errors: `✗ PORT is "${port}": set it to a number from 1 to 65534; the server uses the next port\n`,
    code: 1,
  });
});

it('an empty PORT is not set', () => {
  expect([readPort(), readPort(''), readPort('8080')]).toEqual([3000, 3000, 8080]);
});
