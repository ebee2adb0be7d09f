import type { JsonValue, SandboxBounds, Schema } from './types.ts';

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const formatWords: Readonly<Record<string, string>> = {
  uuid: 'a UUID such as 019f0000-0000-7000-8000-000000000001',
  'date-time': 'a date and time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time such as 12:00:00Z',
  email: 'an email address',
  uri: 'an absolute URL',
  url: 'an absolute URL',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  hostname: 'a host name',
};

/** A list as readers say it: `a, b or c`. */
function joinOr(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** Numbers with thousands separators, and a decimal fraction as it is. */
const readable = (number: number) => number.toLocaleString('en', { maximumFractionDigits: 20 });

/** `1 to 1,000 items`, `at least 1 character`; nothing without bounds. */
function between(least: number | undefined, most: number | undefined, unit = ''): string {
  const words = (number: number) =>
    unit === '' ? '' : ` ${unit}${number === 1 || unit.endsWith('y') ? '' : 's'}`;
  if (least !== undefined && most !== undefined) {
    const range = least === most ? readable(most) : `${readable(least)} to ${readable(most)}`;
    return `, ${range}${words(most)}`;
  }
  if (least !== undefined) return `, at least ${readable(least)}${words(least)}`;
  return most === undefined ? '' : `, at most ${readable(most)}${words(most)}`;
}

function numberRange(schema: Schema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const more = exclusiveMinimum === undefined ? '' : `, more than ${readable(exclusiveMinimum)}`;
  const less = exclusiveMaximum === undefined ? '' : `, less than ${readable(exclusiveMaximum)}`;
  return `${between(minimum, maximum)}${more}${less}`;
}

/** Bounds of a text, which the sandbox can state in bytes. */
function lengthOf({ minLength, maxLength, maxBytes }: Schema & SandboxBounds): string {
  if (maxBytes === undefined) return between(minLength, maxLength, 'character');
  return `${between(minLength, undefined, 'character')}${between(undefined, maxBytes, 'byte')}`;
}

/** What a value of one type has to be within the bounds of a schema. */
function ofType(type: string, schema: Schema & SandboxBounds): string {
  const words = typeWords[type] ?? type;
  switch (type) {
    case 'integer':
    case 'number': {
      const unit = schema['x-unit'];
      return `${words}${unit === undefined ? '' : ` in ${unit}`}${numberRange(schema)}`;
    }
    case 'string': {
      const format = schema.format === undefined ? undefined : formatWords[schema.format];
      return format ?? `${words}${lengthOf(schema)}`;
    }
    case 'array':
      return `${words}${between(schema.minItems, schema.maxItems, 'item')}`;
    case 'object':
      return `${words}${between(schema.minProperties, schema.maxProperties, 'field')}`;
    default:
      return words;
  }
}

const asJson = (value: JsonValue) => JSON.stringify(value);

/**
 * What a schema takes, in words that go on from "must be": `an integer, 1 to 1,000`, `one of "asc", "desc"`,
 * `a UUID such as 019f…`. Nothing for a schema that names neither type nor values.
 */
export function expectedValue(schema: Schema & SandboxBounds): string | undefined {
  if (schema.const !== undefined) return asJson(schema.const);
  if (schema.enum) {
    return `${schema.enum.length === 1 ? '' : 'one of '}${schema.enum.map(asJson).join(', ')}`;
  }
  const types = [schema.type ?? []].flat();
  const kinds = types.filter((type) => type !== 'integer' || !types.includes('number'));
  return kinds.length === 0 ? undefined : joinOr(kinds.map((type) => ofType(type, schema)));
}
