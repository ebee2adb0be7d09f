import { isIPv6 } from 'node:net';

/**
 * What a rate limit counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address, since one
 * subscriber has at least that many addresses (RFC 6177).
 */
export function clientKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.toLowerCase().split('::', 2);
  const start = before.split(':').filter(Boolean);
  const end = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
