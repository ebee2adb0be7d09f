import { describe, expect, it } from 'vitest';
import { randomIds } from '../src/ids.ts';

describe('randomIds', () => {
  let now = 0x019f00000000;
  const ids = randomIds({ now: () => now });

  it('makes UUIDs of version 7 with the time in front', () => {
    expect(ids.uuid()).toMatch(/^019f0000-0000-7000-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('keeps their order within a millisecond, beyond 4096 of them, and when the clock is set back', () => {
    const made = Array.from({ length: 10_000 }, () => ids.uuid());
    now -= 5000;
    made.push(ids.uuid());
    now += 60_000;
    made.push(ids.uuid());
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('makes secrets of the length asked for', () => {
    expect(ids.hex(33)).toMatch(/^[0-9a-f]{33}$/);
    expect(ids.alphanumeric(64)).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(ids.hex(64)).not.toBe(ids.hex(64));
  });
});
