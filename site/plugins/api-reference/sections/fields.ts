import {
  fieldAnchor,
  schemaFields,
  type Field,
  type Schema,
  type Variant,
} from '@anedya-docs/openapi-model';
import { facts } from '../limits';
import { element, inlineElement, unconfirmedBadge } from '../mdx';

/** Part of a call a field belongs to; the first half of its anchor. */
export type Part = 'request' | 'answer' | `failure${string}` | `pushed-${number}`;

const formats: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'ISO 8601' };

/** `integer · milliseconds`, `string · UUID`. */
function typeText({ type, schema }: Pick<Field, 'type' | 'schema'>): string {
  const format = schema.format === undefined ? undefined : formats[schema.format];
  return [type, format, schema['x-unit']].filter((part) => part !== undefined).join(' · ');
}

function nested(part: Part, label: string, children: readonly Field[]): string {
  if (children.length === 0) return '';
  return element('Nested', { label }, [fieldList(part, children)]);
}

function variant(part: Part, form: Variant): string {
  const name = form.title === form.type ? form.type : `${form.title} (${form.type})`;
  return [
    `**${name}** ${form.schema.description ?? ''}`.trim(),
    nested(part, form.title, form.children),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function fieldBlock(part: Part, field: Field): string {
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
      ...field.variants.map((form) => variant(part, form)),
      nested(part, field.path, field.children),
    ],
  );
}

/** A list of fields as MDX. */
export function fieldList(part: Part, fields: readonly Field[]): string {
  return element(
    'Fields',
    {},
    fields.map((field) => fieldBlock(part, field)),
  );
}

/** The fields of a body as MDX, or a sentence when it has none. */
export function bodyFields(part: Part, schema: Schema, empty: string): string {
  const fields = schemaFields(schema);
  return fields.length === 0 ? empty : fieldList(part, fields);
}
