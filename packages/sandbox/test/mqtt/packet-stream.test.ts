import { once } from 'node:events';
import { expect, it } from 'vitest';
import { packetStream } from '../../src/mqtt/packet-stream.ts';

const output = () => {
  const sent: string[] = [];
  return {
    sent,
    send: (bytes: Uint8Array) => void sent.push(new TextDecoder().decode(bytes)),
    closed: () => void sent.push('closed'),
  };
};
const bytes = (text: string) => new TextEncoder().encode(text);

it('has all that was received before the client ended it, and nothing after that', async () => {
  const { stream, input } = packetStream(output());
  input.receive(bytes('a'));
  input.receive(bytes('b'));
  input.end();
  input.receive(bytes('c'));
  input.end();
  const read: string[] = [];
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) read.push(String(chunk));
  expect(read.join('')).toBe('ab');
});

it('is closed as soon as its last packet is sent', async () => {
  const out = output();
  const { stream } = packetStream(out);
  stream.end('last');
  await once(stream, 'close');
  expect(out.sent).toEqual(['last', 'closed']);
});
