import { isIP, isIPv4 } from 'node:net';
import { originOf } from '@anedya-docs/sandbox/origin';
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

/** Why a request of the origin `foreign` is rejected. */
export const foreignHostMessage = ({ host }: Pick<FastifyRequest, 'host'>) =>
  `The Host header "${host.slice(0, 100)}" is not a name of this machine. Use localhost; behind a reverse proxy, set TRUST_PROXY.`;

/**
 * Returns the origin of the site for links: that of the request on this machine, otherwise that of the published site, because a
 * cache could store a response with any `Host` header that a client sends.
 * @param siteUrl origin of the published site
 */
export function linkedOrigin(
  request: Pick<FastifyRequest, 'socket' | 'protocol' | 'headers'>,
  siteUrl: string,
  trustProxy: boolean,
): string {
  const { protocol, headers } = request;
  return originOf(request, trustProxy) === 'local' ? `${protocol}://${headers.host}` : siteUrl;
}
