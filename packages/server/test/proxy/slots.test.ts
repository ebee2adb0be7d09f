import { expect, it } from 'vitest';
import { Slots } from '../../src/proxy/slots.ts';

const taken = (slots: Slots, client: string) => {
  const slot = slots.take(client);
  if (typeof slot === 'string') throw new Error(`no slot: ${slot}`);
  return slot;
};

it('bounds the calls of one client and those of all', () => {
  const slots = new Slots({ all: 3, client: 2 });
  const first = taken(slots, 'a');
  taken(slots, 'a');
  expect(slots.take('a')).toBe('client');
  taken(slots, 'b');
  expect(slots.take('c')).toBe('all');
  first();
  taken(slots, 'c');
  expect(slots.take('a')).toBe('all');
});

it('takes a slot back once', () => {
  const slots = new Slots({ all: 2, client: 2 });
  const first = taken(slots, 'a');
  taken(slots, 'a');
  first();
  first();
  expect(slots.used).toBe(1);
});
