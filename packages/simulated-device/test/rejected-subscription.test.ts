import { spawn } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { generate, parser, type Packet } from 'mqtt-packet';
import { expect, onTestFinished, test } from 'vitest';
import { deviceVariables } from '../src/index.ts';

const main = path.resolve(import.meta.dirname, '../src/terminal/main.ts');
const host = '127.0.0.1';
const protocol = { protocolVersion: 5 };
const notAuthorized = 0x87;

/** Listens on a free port until the test ends. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Accepts a client, and rejects its subscriptions. */
function reject(socket: Socket): void {
  const packets = parser(protocol);
  packets.on('packet', (packet: Packet) => {
    if (packet.cmd === 'connect') {
      socket.write(generate({ cmd: 'connack', reasonCode: 0, sessionPresent: false }, protocol));
    } else if (packet.cmd === 'subscribe') {
      const granted = packet.subscriptions.map(() => notAuthorized);
      const { messageId } = packet;
      socket.write(generate({ cmd: 'suback', granted, messageId }, protocol));
    }
  });
  socket.on('data', (bytes) => packets.parse(bytes)).on('error', () => undefined);
}

test('says why the broker rejects the subscriptions, and connects again', async () => {
  const broker = `mqtt://${host}:${await listen(createServer(reject))}`;
  const sandbox = createHttpServer((request, response) => {
    const project = {
      apiKey: 'key',
      platformUrl: `http://${request.headers.host}`,
      nodes: [{ nodeId: 'node', deviceId: 'device', connectionKey: 'key' }],
      broker: { webSocket: broker },
    };
    response.end(JSON.stringify({ ...project, nodeParams: deviceVariables }));
  });
  const env = { ...process.env, ANEDYA_SANDBOX_URL: `http://${host}:${await listen(sandbox)}` };
  const device = spawn(process.execPath, ['--import', 'tsx', main], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void device.kill('SIGKILL'));
  const lines: string[] = [];
  for await (const line of createInterface({ input: device.stdout })) {
    lines.push(line);
    if (line === 'Not connected. Trying again in 1 s.') break;
  }
  expect(lines).toContain(`${broker}: Subscribe error: Not authorized`);
});
