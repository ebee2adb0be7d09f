import { protocolErrors } from './errors.ts';
import { limits } from './limits.ts';

/*
 * Readers of one parameter. A value comes as JSON, or as the text a URL-encoded `params` string holds, where numbers
 * and booleans are written out and lists are JSON or separated by commas.
 */

/** A parameter's value as it came, and its place in the body for messages. */
export interface Given {
  readonly value: unknown;
  readonly place: string;
}

const encoder = new TextEncoder();

export function readText({ value, place }: Given, maxBytes: number = limits.textLength): string {
  if (typeof value !== 'string') throw protocolErrors.badValue(place, 'a string');
  if (value.length > maxBytes || encoder.encode(value).length > maxBytes) {
    throw protocolErrors.badValue(place, `at most ${maxBytes} bytes`);
  }
  return value;
}

export function readInteger({ value, place }: Given, max: number, min = 0): number {
  const text = typeof value === 'string' && /^\d{1,15}$/.test(value);
  const number = text ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) {
    throw protocolErrors.badValue(place, `an integer from ${min} to ${max}`);
  }
  return number;
}

export function readFlag({ value, place }: Given): boolean {
  if (value === true || value === 'true' || value === '1' || value === 1) return true;
  if (value === false || value === 'false' || value === '0' || value === 0) return false;
  throw protocolErrors.badValue(place, 'true or false');
}

/** JSON that stands in a string, where the string opens as a list does; other values as they are. */
export function decodeList({ value, place }: Given): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw protocolErrors.badValue(place, 'a JSON array');
  }
}

export function readList(given: Given): string[] {
  const { place } = given;
  const decoded = decodeList(given);
  const entries = typeof decoded === 'string' ? splitList(decoded) : decoded;
  if (!Array.isArray(entries)) throw protocolErrors.badValue(place, 'a list of strings');
  if (entries.length > limits.listEntries) {
    throw protocolErrors.badValue(place, `at most ${limits.listEntries} entries`);
  }
  return entries.map((value: unknown, at) => readText({ value, place: `${place}[${at}]` }));
}

function splitList(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((entry) => entry.trim());
}
