// The world of a board, on descriptor 3, with the protocol of `tests/examples/stubs/board`. A time at which nothing happens costs nothing.
import { Buffer } from 'node:buffer';
import { readSync, writeSync } from 'node:fs';

let now = 0;
let until = -1;
let clockOffset = 0;
/** Milliseconds that the clock of the board gains in an hour. */
const drift = Number(process.env.CLOCK_DRIFT ?? 0);
/** Milliseconds since the start, as the clock of the board counts them. */
const counted = () => now * (1 + drift / 3_600_000);
/** @type {Map<number, { data: string, isOpen: boolean }>} Data in hex. */
const connections = new Map();
const buffer = Buffer.alloc(65_536);
let received = '';

/** @returns {string} */
function readLine() {
  for (;;) {
    const end = received.indexOf('\n');
    if (end >= 0) {
      const line = received.slice(0, end);
      received = received.slice(end + 1);
      return line;
    }
    const length = readSync(3, buffer);
    // The scenario is over.
    if (length === 0) process.exit(0);
    received += buffer.toString('latin1', 0, length);
  }
}

/** @param {number} id */
function connection(id) {
  const one = connections.get(id) ?? { data: '', isOpen: false };
  connections.set(id, one);
  return one;
}

/**
 * Sends a request and handles the response.
 * @param {string} request
 * @returns {number}
 */
export function ask(request) {
  writeSync(3, `${now} ${request}\n`);
  const [time = 0, next = -1, result = 0, count = 0] = readLine().split(' ').map(Number);
  [now, until] = [time, next];
  for (let index = 0; index < count; index += 1) {
    const [kind, id, hex = ''] = readLine().split(' ');
    const one = connection(Number(id));
    if (kind === 'd') one.data += hex;
    else one.isOpen = false;
  }
  return result;
}

export const board = {
  /** @param {number} ms */
  delay(ms) {
    const end = now + ms;
    while (until >= 0 && until <= end) {
      now = Math.max(now, until);
      ask('tick');
    }
    now = Math.max(now, end);
  },
  millis: () => now,
  wallSeconds: () => (counted() + clockOffset) / 1000,
  setClock() {
    const time = ask('clock');
    if (time > 0) clockOffset = time - counted();
    return time > 0;
  },
  reading() {
    const value = ask('reading');
    // Not a number.
    if (Number.isNaN(value)) return null;
    if (value > 1e18) return Number.POSITIVE_INFINITY;
    return value < -1e18 ? Number.NaN : value / 1000;
  },
  hasWifi: () => ask('wifi') === 1,
  /**
   * @param {string} host
   * @param {number} port
   * @param {boolean} hasTls whether the world adds the time of the handshake
   */
  open(host, port, hasTls = false) {
    const id = ask(`open ${host} ${port} ${hasTls ? 1 : 0}`);
    if (id >= 0) connection(id).isOpen = true;
    return id;
  },
  /**
   * @param {number} id
   * @param {string} hex
   */
  send: (id, hex) => void ask(`send ${id} ${hex}`),
  /**
   * @param {number} id
   * @param {number} ms
   */
  await_(id, ms) {
    const end = now + ms;
    const one = connection(id);
    while (one.data === '' && one.isOpen && now < end) ask(`await ${id} ${end - now}`);
    return one.data !== '';
  },
  /**
   * @param {number} id
   * @param {number} size
   */
  read(id, size) {
    const one = connection(id);
    const data = one.data.slice(0, 2 * size);
    one.data = one.data.slice(data.length);
    return data;
  },
  /** @param {number} id */
  isOpen: (id) => connection(id).isOpen,
  /** @param {number} id */
  close(id) {
    if (connection(id).isOpen) ask(`close ${id}`);
    connections.delete(id);
  },
};
