/**
 * Values that a reader enters once and uses across the site: ids, a region, credentials. They are stored in session storage,
 * only for this tab. This module does not send them anywhere.
 */
import { useSyncExternalStore } from 'react';
import { writeStorage } from '../storage';
import { changeEvent, onChange, storageKey, storedText } from './values-choice';

/** All values that a reader can enter, in the order of the panel. */
export const valueNames = [
  'region',
  'nodeId',
  'deviceId',
  'connectionKey',
  'apiKey',
  'tokenId',
  'tokenSecret',
] as const;

export type ValueName = (typeof valueNames)[number];

/** Values that the reader has entered, trimmed and not empty. */
export type Values = Readonly<Partial<Record<ValueName, string>>>;

const none: Values = {};
let current: Values | undefined;

/** Returns the valid values in data of unknown format and ignores all others. */
function valuesOf(data: unknown): Values {
  if (typeof data !== 'object' || data === null) return none;
  const record = data as Readonly<Record<string, unknown>>;
  const entries = valueNames.flatMap((name) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    const text = typeof value === 'string' ? value.trim() : '';
    return text === '' ? [] : [[name, text] as const];
  });
  return entries.length === 0 ? none : Object.fromEntries(entries);
}

function read(): Values {
  try {
    return valuesOf(JSON.parse(storedText() || 'null'));
  } catch {
    // Text that this module did not write.
    return none;
  }
}

function keep(values: Values): void {
  writeStorage('sessionStorage', storageKey, values === none ? '' : JSON.stringify(values));
}

function replace(values: Values): void {
  current = values;
  keep(values);
  window.dispatchEvent(new Event(changeEvent));
}

/** The reader's values; the same object until one of them changes. */
export function getValues(): Values {
  current ??= read();
  return current;
}

/** Changes some values; an empty text deletes one. */
export function setValues(changes: Values): void {
  replace(valuesOf({ ...getValues(), ...changes }));
}

/** Deletes all values, including stored ones. */
export function clearValues(): void {
  replace(none);
}

/** The reader's values as React state; none while the page is rendered on the server and hydrated. */
export function useValues(): Values {
  return useSyncExternalStore(onChange, getValues, () => none);
}

/** Ids that are UUIDs with hyphens (RFC 4122, 3). The format of other values is not documented. */
const uuids: ReadonlySet<ValueName> = new Set(['nodeId', 'deviceId']);
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns what is invalid about a value, as a message for the reader; undefined for a valid value. */
export function valueError(name: ValueName, value: string): string | undefined {
  if (!uuids.has(name) || value === '' || uuid.test(value)) return undefined;
  return 'Not a UUID: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, separated by hyphens.';
}
