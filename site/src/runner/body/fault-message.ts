import type { JsonValue, Schema } from '@anedya-docs/openapi-model';

/** A keyword of JSON Schema with its value, and the value that breaks it. */
interface Breach {
  readonly keyword: string;
  readonly schema: Schema;
  readonly value: JsonValue | undefined;
}

export const undescribed = 'The documentation describes no such field';
export const tooLarge =
  'Too large to be kept exactly: whole numbers end at 9007199254740991 (2^53 − 1)';

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
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

const joinOr = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

const plain = (value: JsonValue | undefined) =>
  typeof value === 'string' ? value : JSON.stringify(value);

function count(number: number | undefined, thing: string): string {
  return number === 1 ? `1 ${thing}` : `${number ?? 0} ${thing}s`;
}

/** Characters as JSON Schema counts them: code points (2020-12 validation, 6.3.1). */
const lengthOf = (value: JsonValue | undefined) =>
  typeof value === 'string' ? Array.from(value).length : 0;

function typeMessage({ type }: Schema, value: JsonValue | undefined): string {
  const types = typeof type === 'string' ? [type] : (type ?? []);
  const numeric = types.includes('integer') || types.includes('number');
  if (numeric && typeof value === 'string' && /^-?\d{16,}$/.test(value.trim())) return tooLarge;
  const words = types.filter((one) => one !== 'integer' || !types.includes('number'));
  return `Must be ${joinOr(words.map((one) => typeWords[one] ?? one))}`;
}

/** What is wrong, for a reader who can change it: one sentence without a full stop, from the keyword and its value. */
export function faultMessage({ keyword, schema, value }: Breach): string {
  switch (keyword) {
    case 'required':
      return 'Required';
    case 'type':
      return typeMessage(schema, value);
    case 'enum':
      return `Must be ${(schema.enum?.length ?? 0) > 1 ? 'one of ' : ''}${joinOr((schema.enum ?? []).map(plain))}`;
    case 'const':
      return `Must be ${plain(schema.const)}`;
    case 'minLength':
      return schema.minLength === 1
        ? 'Must not be empty'
        : `Must have at least ${count(schema.minLength, 'character')}`;
    case 'maxLength':
      return `Must have at most ${count(schema.maxLength, 'character')}, has ${lengthOf(value)}`;
    case 'minimum':
      return `Must be ${schema.minimum ?? ''} or more`;
    case 'maximum':
      return `Must be ${schema.maximum ?? ''} or less`;
    case 'exclusiveMinimum':
      return `Must be more than ${schema.exclusiveMinimum ?? ''}`;
    case 'exclusiveMaximum':
      return `Must be less than ${schema.exclusiveMaximum ?? ''}`;
    case 'minItems':
      return `Must have at least ${count(schema.minItems, 'item')}`;
    case 'maxItems':
      return `Must have at most ${count(schema.maxItems, 'item')}`;
    case 'minProperties':
      return `Must have ${schema.minProperties ?? ''} or more entries`;
    case 'maxProperties':
      return `Must have ${schema.maxProperties ?? ''} or fewer entries`;
    case 'uniqueItems':
      return 'Must not hold an item twice';
    case 'pattern':
      return `Must match the pattern ${schema.pattern ?? ''}`;
    case 'format':
      return `Must be ${formatWords[schema.format ?? ''] ?? `of the format ${schema.format ?? ''}`}`;
    case 'false':
      return undescribed;
    default:
      return `Breaks the rule "${keyword}" of the documentation`;
  }
}
