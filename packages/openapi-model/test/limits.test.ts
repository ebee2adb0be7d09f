import { expect, it } from 'vitest';
import { parseDocument } from '../src/index.ts';
import { edited, file, minimal } from './support/document.ts';

it('reads limits in document order', async () => {
  const { limits } = await parseDocument(minimal, file);
  expect(limits).toEqual([
    {
      id: 'payload',
      subject: 'Payload',
      value: 1.5,
      unit: 'KB',
      note: 'No more.',
      operations: ['data-get'],
    },
    { id: 'rate', subject: 'Rate', value: 60, unit: 'per minute', note: undefined, operations: [] },
  ]);
});

it('limits are optional', async () => {
  const facts = minimal.slice(minimal.indexOf('x-limits:'), minimal.indexOf('components:'));
  expect((await parseDocument(edited(facts, ''), file)).limits).toEqual([]);
});
