import { expect, it, onTestFinished, vi } from 'vitest';
import { SandboxClient, type SendRequest } from '../src/sandbox.ts';
import { healthy, puback, startBroker, type Handler } from './support/broker.ts';
import { connect, textOf } from './support/connect.ts';

// The documents are parsed.
vi.setConfig({ testTimeout: 120_000 });

const deviceId = '019f0000-0000-7000-8000-000000000001';

/** Publishes with the tool `mqtt`. Its time to wait, and that to send, end with the signals. */
async function publishWith(
  handlers: Partial<typeof healthy>,
  waits: AbortSignal,
  sends = new AbortController().signal,
): Promise<string> {
  const port = await startBroker({ ...healthy, ...handlers });
  const node = { nodeId: deviceId, deviceId, bound: true, connectionKey: 'key' };
  const project = { success: true, nodes: [node], broker: { tcp: port } };
  const send: SendRequest = () =>
    Promise.resolve({ status: 200, warning: undefined, text: JSON.stringify(project) });
  const client = await connect(new SandboxClient(send, '127.0.0.1', () => sends));
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(waits);
  onTestFinished(() => timeout.mockRestore());
  return textOf(client, 'mqtt', { apiKey: 'key', topic: 'heartbeat/json', tls: false });
}

it('waits for messages only once its message is published', async () => {
  const published: string[] = [];
  const publish: Handler = (socket, packet) => {
    published.push(packet.toString('latin1'));
    puback(socket, packet);
  };
  const text = await publishWith({ publish }, AbortSignal.abort());
  expect(text).toContain('0 messages over MQTT');
  expect(published).toEqual([expect.stringContaining(`${deviceId}/heartbeat/json`)]);
});

it('fails when the time ends before its message is published', async () => {
  const time = new AbortController();
  const text = await publishWith({ subscribe: () => time.abort() }, time.signal, time.signal);
  expect(text).toContain('No response over MQTT');
});

it('fails with the reason of the acknowledgment that rejects its message', async () => {
  const reason = 'There is no topic "heartbeat/json". Did you mean "heartbeat"?';
  const publish: Handler = (socket, packet) => puback(socket, packet, 0x90, reason);
  expect(await publishWith({ publish }, AbortSignal.abort())).toContain(reason);
});
