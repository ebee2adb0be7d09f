import { describe, expect, it, vi } from 'vitest';
import { Slots } from '../../../src/serve/fairness/index.ts';

function acquire(slots: Slots, client: string, onEvicted?: () => void, size?: number): () => void {
  const slot = slots.acquire(client, onEvicted, size);
  if (typeof slot === 'string') throw new Error(`no slot: ${slot}`);
  return slot;
}

describe('Slots', () => {
  it('limits what one client and all clients hold', () => {
    const slots = new Slots({ all: 3, client: 2 });
    const release = acquire(slots, 'a');
    acquire(slots, 'a');
    expect(slots.acquire('a')).toBe('client');
    acquire(slots, 'b');
    expect(slots.acquire('c')).toBe('all');
    release();
    acquire(slots, 'c');
    expect(slots.inUse).toBe(3);
  });

  it('releases a slot once', () => {
    const slots = new Slots({ all: 4, client: 2 });
    const release = acquire(slots, 'a');
    acquire(slots, 'a');
    release();
    release();
    expect(slots.inUse).toBe(1);
    acquire(slots, 'a');
    expect(slots.acquire('a')).toBe('client');
  });

  it('takes the oldest slot of the largest holder when the total is reached', () => {
    const slots = new Slots({ all: 5, client: 4 });
    const first = vi.fn();
    const second = vi.fn();
    acquire(slots, 'small', vi.fn());
    const release = acquire(slots, 'large', first);
    acquire(slots, 'large', second);
    acquire(slots, 'large', vi.fn());
    acquire(slots, 'large', vi.fn());
    acquire(slots, 'new');
    expect(first).toHaveBeenCalledOnce();
    expect(second).not.toHaveBeenCalled();
    expect(slots.inUse).toBe(5);
    release();
    expect(slots.inUse).toBe(5);
  });

  it('takes nothing from a client that holds no more than the other', () => {
    const slots = new Slots({ all: 4, client: 3 });
    const evicted = vi.fn();
    for (const client of ['a', 'a', 'b', 'b']) acquire(slots, client, evicted);
    expect(slots.acquire('b')).toBe('all');
    acquire(slots, 'c');
    expect(evicted).toHaveBeenCalledOnce();
  });

  it('keeps a share for clients that hold nothing', () => {
    const slots = new Slots({ all: 10, client: 9, reserve: 2 });
    for (let index = 0; index < 8; index += 1) acquire(slots, 'a');
    expect(slots.acquire('a')).toBe('all');
    acquire(slots, 'b');
    acquire(slots, 'c');
    expect(slots.acquire('d')).toBe('all');
  });

  it('counts sizes, such as bytes', () => {
    const slots = new Slots({ all: 100, client: 60, reserve: 0 });
    const evicted = vi.fn();
    acquire(slots, 'a', evicted, 30);
    acquire(slots, 'a', evicted, 30);
    expect(slots.acquire('a', undefined, 1)).toBe('client');
    acquire(slots, 'b', undefined, 50);
    expect(evicted).toHaveBeenCalledOnce();
    expect(slots.inUse).toBe(80);
  });

  it('limits the /64 networks of a subscriber together', () => {
    const slots = new Slots({ all: 1000, client: 10 });
    const acquired = Array.from({ length: 256 }, (_, index) =>
      slots.acquire(`2001:db8:0:${(0x100 + index).toString(16)}`),
    ).filter((slot) => typeof slot !== 'string');
    expect(acquired).toHaveLength(20);
    const others = Array.from({ length: 256 }, (_, index) =>
      slots.acquire(`2001:db8:0:${(index << 8).toString(16)}`),
    ).filter((slot) => typeof slot !== 'string');
    expect(others).toHaveLength(20);
    acquire(slots, '2001:db8:1:0');
  });
});
