import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A block of addresses in CIDR notation (RFC 4632, 3.1; RFC 4291, 2.3). */
export type AddressRange = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/**
 * Reads `192.0.2.7`, `10.0.0.0/8` or `fd00::/8`.
 * @throws Error when the text is neither an address nor a block of addresses
 */
export function parseRange(text: string): AddressRange {
  if (isIP(text) !== 0) {
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  }
  if (!ipaddr.isValidCIDR(text)) {
    throw new Error(`expected an address or a block such as 10.0.0.0/8, got "${text}"`);
  }
  return ipaddr.parseCIDR(text);
}

/** Whether one of the ranges has an address. An IPv4 address is the same in its IPv6 form (RFC 4291, 2.5.5.2). */
export function includesAddress(ranges: readonly AddressRange[], address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
}
