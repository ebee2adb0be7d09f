import { bytesToHex } from '@noble/hashes/utils.js';
import type { Clock, Ids } from './core/context.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Maximum number of ids in one millisecond: 12 bits count them. */
const perMillisecond = 0x1000;

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/**
 * Creates UUIDs of version 7 (RFC 9562, 5.7) that sort by creation: 48 bits of Unix milliseconds, 12 bits that count
 * within one (6.2, method 1), then 62 random bits.
 */
function uuidSource(clock: Clock): () => string {
  let last = { time: -1, count: 0 };
  return () => {
    const now = clock.now();
    const isNew = now > last.time;
    const isFull = !isNew && last.count + 1 === perMillisecond;
    // The order must not change when the clock is set back, or when a millisecond is full.
    last = {
      time: isNew ? now : last.time + (isFull ? 1 : 0),
      count: isNew || isFull ? 0 : last.count + 1,
    };
    const time = last.time.toString(16).padStart(12, '0');
    const count = last.count.toString(16).padStart(3, '0');
    const random = randomBytes(8);
    random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
    const rest = bytesToHex(random);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${rest.slice(0, 4)}-${rest.slice(4)}`;
  };
}

/** Returns letters and digits with equal probability: bytes that would favor the first ones are discarded. */
function alphanumeric(length: number): string {
  const fair = 256 - (256 % letters.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += letters.charAt(byte % letters.length);
    }
  }
  return text;
}

/** Creates ids and secrets with the random numbers of the Web Crypto API, which cannot be guessed. */
export function randomIds(clock: Clock): Ids {
  return {
    uuid: uuidSource(clock),
    hex: (length) => bytesToHex(randomBytes(Math.ceil(length / 2))).slice(0, length),
    alphanumeric,
  };
}
