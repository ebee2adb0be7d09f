import { describe, expect, it } from 'vitest';
import { Transcripts, type Exchange } from '../src/sandbox.ts';

const exchange = (text: string): Exchange => ({
  transport: 'http',
  operation: 'platform/node-list',
  body: { text },
  nodeId: undefined,
  status: 200,
  success: true,
});

describe('transcripts', () => {
  it('keep the latest requests of each project, up to a number and a size', () => {
    const transcripts = new Transcripts();
    for (let index = 0; index < 250; index += 1) transcripts.add('many', exchange(`${index}`));
    expect(transcripts.of('many')).toHaveLength(200);
    expect(transcripts.of('many').at(-1)?.body).toEqual({ text: '249' });

    const large = 'x'.repeat(90_000);
    for (const end of ['1', '2', '3']) transcripts.add('large', exchange(large + end));
    expect(transcripts.of('large').map(({ body }) => body)).toEqual([
      { text: `${large}2` },
      { text: `${large}3` },
    ]);
  });

  it('are dropped for the project that was used least recently', () => {
    const transcripts = new Transcripts();
    transcripts.add('first', exchange('a'));
    for (let index = 0; index < 200; index += 1) transcripts.add(`${index}`, exchange('a'));
    expect(transcripts.of('first')).toEqual([]);
    expect(transcripts.of('199')).toHaveLength(1);
  });
});
