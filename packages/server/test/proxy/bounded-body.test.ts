import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { boundedBody } from '../../src/proxy/bounded-body.ts';

const through = (source: Readable, bytes: number) => {
  const body = boundedBody(bytes);
  return Promise.all([pipeline(source, body), text(body)]);
};
const chunks = () => Readable.from([Buffer.from('abc'), Buffer.from('de')]);

it('lets as many bytes through', async () => {
  expect((await through(chunks(), 5))[1]).toBe('abcde');
});

it('fails at one more', async () => {
  await expect(through(chunks(), 4)).rejects.toMatchObject({ code: 'answer_too_large' });
});

it('tells what breaks the source as a fault', async () => {
  const broken = new Readable({ read: () => broken.destroy(new Error('secret')) });
  const body = boundedBody(4);
  const reading = text(body);
  await expect(pipeline(broken, body)).rejects.toThrow('secret');
  await expect(reading).rejects.toMatchObject({ code: 'upstream_broken' });
});
