/**
 * What a reader enters once and uses across the site: ids, a region, credentials. The browser keeps them for this tab
 * alone, in its session storage; nothing here sends them anywhere.
 */
import { useSyncExternalStore } from 'react';
import { changeEvent, onChange, storageKey, storedText } from './stored';

/** Every value a reader can enter, in the order of the panel. */
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

/** Values that are entered: trimmed, none of them empty. */
export type Values = Readonly<Partial<Record<ValueName, string>>>;

const none: Values = {};
let current: Values | undefined;

/** The values that data of unknown form holds; whatever else is in it is dropped. */
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
    // No storage, or text in it that is not ours.
    return none;
  }
}

function keep(values: Values): void {
  try {
    if (values === none) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(values));
  } catch {
    // Without storage the values hold until the page is left.
  }
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

/** Changes some values; an empty text removes one. */
export function setValues(changes: Values): void {
  replace(valuesOf({ ...getValues(), ...changes }));
}

/** Forgets every value, in storage too. */
export function clearValues(): void {
  replace(none);
}

/** The reader's values as React state; none while the page is rendered on the server and hydrated. */
export function useValues(): Values {
  return useSyncExternalStore(onChange, getValues, () => none);
}

/** Ids that are UUIDs with hyphens (RFC 4122, 3); of the other values no form is documented. */
const uuids: ReadonlySet<ValueName> = new Set(['nodeId', 'deviceId']);
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What looks wrong about a value, in words for the reader, or nothing. */
export function valueError(name: ValueName, value: string): string | undefined {
  if (!uuids.has(name) || value === '' || uuid.test(value)) return undefined;
  return 'Not a UUID: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, separated by hyphens.';
}
