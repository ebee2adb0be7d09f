import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A block of addresses in CIDR notation (RFC 4632, 3.1; RFC 4291, 2.3). */
export type AddressRange = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/**
 * Reads `192.0.2.7`, `10.0.0.0/8` or `fd00::/8`.
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

/** Whether one of the ranges has an address. An IPv4 address is the same in its IPv6 form (RFC 4291, 2.5.5.2). */
export function includesAddress(ranges: readonly AddressRange[], address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
}
