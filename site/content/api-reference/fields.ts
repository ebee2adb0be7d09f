import {
  evidenceText,
  fieldAnchor,
  schemaFields,
  type Field,
  type JsonValue,
  type Limit,
  type Schema,
  type Variant,
} from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { element, inlineCode, inlineElement, unconfirmedBadge } from './markdown';

const longestExample = 60;

/** A value as inline code: strings without quotes, anything else as JSON. */
function code(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' ? 'empty string' : inlineCode(text);
}

const number = (value: number) => value.toLocaleString('en');

function count(value: number, one: string, many: string): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** A limit with its unit: `604,800 seconds`. */
export function limitText({ value, unit }: Pick<Limit, 'value' | 'unit'>): string {
  return `${number(value)} ${unit}`;
}

/** Describes a range: `1 to 100 entries`, `at least 1 entry`, `at most 50 pairs`. */
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

/** Describes what a schema allows; empty when it allows any value of its type. */
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

/** Describes limits that apply only in the sandbox. */
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

/** Schema of the entries of an array; undefined for a schema of another type. */
const itemsOf = ({ items }: Schema): Schema | undefined => items && mergeSchema(items);

/** Describes what the entries of an array allow. */
function itemsText(schema: Schema): string {
  const items = itemsOf(schema);
  if (!items) return '';
  const allowed = limits(items);
  const text = allowed.length === 0 ? '' : `Each entry: ${allowed.join('; ')}.`;
  return [text, sandboxText(items)].filter((part) => part !== '').join(' ');
}

/** Limits, default and example of a field as one line of Markdown. */
export function facts(field: Field): string {
  const { schema } = field;
  const allowed = limits(schema);
  return [
    allowed.length === 0 ? '' : `Allowed: ${allowed.join('; ')}.`,
    sandboxText(schema),
    itemsText(schema),
    schema.default === undefined ? '' : `Default: ${code(schema.default)}.`,
    schema['x-evidence'] === undefined ? '' : `${evidenceText(schema['x-evidence'])}.`,
    allowed.some((part) => part.startsWith('always')) ? '' : example(field),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Part of an operation that contains a field; the first part of its anchor. */
type Part = 'request' | 'response' | 'failure' | `pushed-${number}`;

const formats: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'ISO 8601' };

/** `integer · milliseconds`, `string · UUID`, `array of string · UUID`. */
function typeText({ type, schema }: Pick<Field, 'type' | 'schema'>): string {
  const name = (itemsOf(schema) ?? schema).format;
  const format = name === undefined ? undefined : formats[name];
  return [type, format, schema['x-unit']].filter((part) => part !== undefined).join(' · ');
}

interface ListContext {
  readonly part: Part;
  /** Whether the list of fields inside a field is initially collapsed. */
  readonly isFolded?: (field: Field) => boolean;
}

function nested(
  context: ListContext,
  label: string,
  children: readonly Field[],
  folded = false,
): string {
  if (children.length === 0) return '';
  const inner = folded ? { part: context.part } : context;
  return element('Nested', { label: `Fields of ${label}`, folded }, [fieldList(inner, children)]);
}

function variant(context: ListContext, form: Variant): string {
  const name = form.title === form.type ? form.type : `${form.title} (${form.type})`;
  return [
    `**${name}** ${form.schema.description ?? ''}`.trim(),
    nested(context, form.title, form.children),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function fieldBlock(context: ListContext, field: Field): string {
  const { part, isFolded } = context;
  const { schema } = field;
  const line = facts(field);
  const provisional = schema['x-provisional'];
  return element(
    'Field',
    {
      id: fieldAnchor(part, field.path),
      path: field.path,
      type: typeText(field),
      required: part === 'request' && field.required,
    },
    [
      provisional === undefined ? '' : `${unconfirmedBadge} ${provisional}`,
      schema.description ?? '',
      line === '' ? '' : inlineElement('p', 'field__facts', line),
      ...field.variants.map((form) => variant(context, form)),
      nested(context, field.path, field.children, isFolded?.(field)),
    ],
  );
}

/** A list of fields as MDX. */
export function fieldList(context: ListContext, fields: readonly Field[]): string {
  return element(
    'Fields',
    {},
    fields.map((field) => fieldBlock(context, field)),
  );
}

/** The fields of a body as MDX, or `empty` when it has none. */
export function bodyFields(part: Part, schema: Schema, empty: string): string {
  const fields = schemaFields(schema);
  return fields.length === 0 ? empty : fieldList({ part }, fields);
}

/** Fields with the values of an example instead of the examples in their schemas. */
export function withExamples(
  fields: readonly Field[],
  example: Readonly<Record<string, JsonValue>>,
): readonly Field[] {
  return fields.map((field) => {
    const value = example[field.name];
    return value === undefined
      ? field
      : { ...field, schema: { ...field.schema, examples: [value] } };
  });
}
