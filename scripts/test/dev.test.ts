import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

const script = path.resolve(import.meta.dirname, '../dev.mjs');

// The pages have the port, and the server the next one.
it.each([0, 1])('npm run dev says that a port is in use: the first and %i', async (before) => {
  const other = createServer();
  other.listen(0);
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const dev = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: String(port - before) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void dev.kill());
  const exit = once(dev, 'exit') as Promise<[code: number | null]>;
  const [errors, [code]] = await Promise.all([text(dev.stderr), exit]);
  expect(errors).toContain(`Port ${port} is in use: stop the program that uses it, or set PORT`);
  expect(code).toBe(1);
});
