import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Sha256 } from './core/auth/keys.ts';
import type { Clock, Ids } from './core/context.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Maximum number of ids in one millisecond: what 12 bits count. */
const perMillisecond = 0x1000;

/**
 * Makes UUIDs of version 7 (RFC 9562, 5.7) that sort as they were made: 48 bits of Unix milliseconds, 12 bits that count
 * within one (6.2, method 1), then 62 random bits.
 */
function uuidSource(clock: Clock): () => string {
  let last = { time: -1, count: 0 };
  return () => {
    const now = clock.now();
    const isNew = now > last.time;
    const isFull = !isNew && last.count + 1 === perMillisecond;
    // A clock that is set back, or an overfull millisecond, must not turn the order round.
    last = {
      time: isNew ? now : last.time + (isFull ? 1 : 0),
      count: isNew || isFull ? 0 : last.count + 1,
    };
    const bytes = randomBytes(16);
    bytes.writeUIntBE(last.time, 0, 6);
    bytes.writeUInt16BE(0x7000 | last.count, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
}

/** Ids and secrets; the secrets are ones that nobody can guess. */
export function nodeIds(clock: Clock): Ids {
  return {
    uuid: uuidSource(clock),
    hex: (length) =>
      randomBytes(Math.ceil(length / 2))
        .toString('hex')
        .slice(0, length),
    alphanumeric: (length) =>
      Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join(''),
  };
}

export const nodeSha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();
