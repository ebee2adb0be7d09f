import type { ValueName } from './store';

/** Ids that are UUIDs with hyphens (RFC 4122, 3); of the other values no form is documented. */
const uuids: ReadonlySet<ValueName> = new Set(['nodeId', 'deviceId']);
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What looks wrong about a value, in words for the reader, or nothing. */
export function valueFault(name: ValueName, value: string): string | undefined {
  if (!uuids.has(name) || value === '' || uuid.test(value)) return undefined;
  return 'This is not a UUID: 32 hexadecimal digits with hyphens, in groups of 8, 4, 4, 4 and 12.';
}
