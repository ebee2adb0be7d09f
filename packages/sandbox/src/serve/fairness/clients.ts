/** A block of addresses that counts as one, and how many times the limits of a single client apply to it. */
export interface Block {
  readonly key: string;
  readonly share: number;
}

/** The blocks of a client, its own first. */
export type Blocks = readonly [Block, ...Block[]];

/** Returns the 16-bit groups of an IPv6 address without a zone (RFC 4291, 2.2), in their shortest form. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::', 2);
  const start = before.split(':').filter(Boolean);
  const end = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...zeros, ...end].map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * Returns the key that limits count as one client: an IPv4 address, or the first 64 bits of an IPv6 address, because one
 * subscriber has at least that many addresses (RFC 6177).
 */
export function clientKey(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return groupsOf(address.replace(/%.*$/, '')).slice(0, 4).join(':');
}

const subnet = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):([\da-f]{1,4})$/;

/**
 * Returns the blocks that a client counts in, smallest first. Providers assign a subscriber a /64, a /56 or a /48 (RFC 6177,
 * section 2), so an IPv6 client counts in all three. A larger block may contain several subscribers and has larger limits.
 * @param client a key from `clientKey`, or any other key, which is one block
 */
export function blocksOf(client: string): Blocks {
  const own = { key: client, share: 1 };
  if (!client.includes(':')) return [own];
  const [, site, last = '0'] = subnet.exec(client) ?? [];
  if (site === undefined) return [own];
  const octet = (Number.parseInt(last, 16) >> 8).toString(16);
  return [own, { key: `${site}:${octet}00/56`, share: 2 }, { key: `${site}/48`, share: 4 }];
}
