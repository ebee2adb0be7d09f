import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses given out for use on the internet (RFC 4291, 2.4): everything else of IPv6 is inner, embedded or reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the public internet, by the special-purpose registries (RFC 6890): not private, loopback,
 * link-local, multicast, shared (RFC 6598), documentation or reserved, and no IPv6 form that carries an IPv4 address.
 * @param address as a resolver gives it; any other notation, and one with a zone, is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}
