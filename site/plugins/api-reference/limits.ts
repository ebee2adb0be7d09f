import type { Field, JsonValue, Limit, Schema } from '@anedya-docs/openapi-model';
import { inlineCode } from './markdown';

const longestExample = 60;

/** A value as inline code: text as it is, anything else as JSON. */
function code(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? 'empty text' : inlineCode(text);
}

const number = (value: number) => value.toLocaleString('en');

function count(value: number, one: string, many: string): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A limit that belongs to no field, with its unit: `604,800 seconds`. */
export function limitText({ value, unit }: Pick<Limit, 'value' | 'unit'>): string {
  return `${number(value)} ${unit}`;
}

/** A range in words: `1 to 100 entries`, `at least 1 entry`, `at most 50 pairs`. */
function range(
  low: number | undefined,
  high: number | undefined,
  one = '',
  many = one,
): string | undefined {
  const unit = (value: number) => (one === '' ? number(value) : count(value, one, many));
  if (low !== undefined && high !== undefined) return `${number(low)} to ${unit(high)}`;
  if (low !== undefined) return `at least ${unit(low)}`;
  return high === undefined ? undefined : `at most ${unit(high)}`;
}

/** What a schema allows, in words; empty when it allows anything of its type. */
export function limits(schema: Schema): readonly string[] {
  const below = (value: number | undefined, word: string) =>
    value === undefined ? undefined : `${word} ${number(value)}`;
  return [
    schema.const === undefined ? undefined : `always ${code(schema.const)}`,
    schema.enum && `one of ${schema.enum.map(code).join(', ')}`,
    range(schema.minimum, schema.maximum),
    below(schema.exclusiveMinimum, 'above'),
    below(schema.exclusiveMaximum, 'below'),
    range(schema.minLength, schema.maxLength, 'character', 'characters'),
    range(schema.minItems, schema.maxItems, 'entry', 'entries'),
    range(schema.minProperties, schema.maxProperties, 'pair', 'pairs'),
    schema.pattern === undefined ? undefined : `matching ${inlineCode(schema.pattern)}`,
  ].filter((part) => part !== undefined);
}

/** Bounds that only the sandbox has, in words. */
function sandboxText({ 'x-sandbox': bounds }: Schema): string {
  if (!bounds) return '';
  const parts = [range(undefined, bounds.maxBytes, 'byte', 'bytes'), ...limits(bounds)];
  return `In the sandbox: ${parts.filter((part) => part !== undefined).join('; ')}.`;
}

function example(field: Field): string {
  const [value] = field.schema.examples ?? [];
  if (value === undefined || field.children.length > 0) return '';
  const text = code(value);
  return text.length > longestExample ? '' : `Example: ${text}.`;
}

/** Limits, default and example of a field in one line of Markdown. */
export function facts(field: Field): string {
  const { schema } = field;
  const allowed = limits(schema);
  return [
    allowed.length === 0 ? '' : `Allowed: ${allowed.join('; ')}.`,
    sandboxText(schema),
    schema.default === undefined ? '' : `Default: ${code(schema.default)}.`,
    allowed.some((part) => part.startsWith('always')) ? '' : example(field),
  ]
    .filter((part) => part !== '')
    .join(' ');
}
