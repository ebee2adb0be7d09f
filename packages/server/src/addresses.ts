import { isIP, isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** A block of addresses in CIDR notation (RFC 4632, 3.1; RFC 4291, 2.3). */
export type AddressRange = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/**
 * Parses `192.0.2.7`, `10.0.0.0/8` or `fd00::/8`.
 * @throws Error when the text is neither an address nor a block of addresses
 */
export function parseRange(text: string): AddressRange {
  const [address = '', bits] = text.split('/', 2);
  // The library reads `10/8` as 0.0.0.10/8.
  if (isIP(address) !== 0) {
    if (bits === undefined) return [ipaddr.parse(address), isIPv4(address) ? 32 : 128];
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  }
  throw new Error(`expected an address or a block such as 10.0.0.0/8, got "${text}"`);
}

/** Whether any of the ranges contains an address. An IPv4-mapped IPv6 address counts as IPv4 (RFC 4291, 2.5.5.2). */
export function includesAddress(ranges: readonly AddressRange[], address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
}

/** Global unicast addresses (RFC 4291, 2.4). All other IPv6 addresses are private, reserved or contain an IPv4 address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet according to the special-purpose registries (RFC 6890): not private,
 * loopback, link-local, multicast, shared (RFC 6598), documentation or reserved, and not an IPv6 form of an IPv4 address.
 * @param address as a resolver returns it; any other notation, and an address with a zone, is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/**
 * Returns the key that limits count as one client: an IPv4 address, or the first 64 bits of an IPv6 address, because one
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

/** Whether a `Host` header names this machine. */
export const isLoopbackName = (host: string) =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i.test(host);

/**
 * Returns the origin of the site for links: that of the request on this machine, otherwise that of the published site, because a
 * cache could store a response with any `Host` header that a client sends.
 * @param siteUrl origin of the published site
 */
export function linkedOrigin(
  { protocol, headers: { host = '' } }: Pick<FastifyRequest, 'protocol' | 'headers'>,
  siteUrl: string,
): string {
  return isLoopbackName(host) ? `${protocol}://${host}` : siteUrl;
}
