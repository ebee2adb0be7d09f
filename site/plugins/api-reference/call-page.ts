import {
  schemaFields,
  type Field,
  type JsonValue,
  type Operation,
  type Schema,
} from '@anedya-docs/openapi-model';
import type { ApiPlace } from './documents';
import { cell, firstSentence, frontMatter, inlineCode, jsonFence, table } from './markdown';

const authentication: Readonly<Record<string, string>> = {
  apiKey: 'Send the API key of your project: `Authorization: Bearer <API key>`.',
  accessToken: 'An access token works too, with a signed request',
  connectionKey:
    'Send the connection key of the node: `Auth-mode: key` and `Authorization: <connection key>`.',
};

/** A value as inline code: text as it is, anything else as JSON. */
function plainValue(value: JsonValue): string {
  return inlineCode(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Limits of a field in words: `1 to 100`, `at most 50 entries`, `one of a, b`. */
function limits(schema: Schema): string {
  const parts: string[] = [];
  if (schema.enum) parts.push(`one of ${schema.enum.map(plainValue).join(', ')}`);
  if (schema.minimum !== undefined) parts.push(`from ${schema.minimum.toLocaleString('en')}`);
  if (schema.maximum !== undefined) parts.push(`up to ${schema.maximum.toLocaleString('en')}`);
  if (schema.minItems !== undefined)
    parts.push(`at least ${schema.minItems} ${schema.minItems === 1 ? 'entry' : 'entries'}`);
  if (schema.maxItems !== undefined) parts.push(`at most ${schema.maxItems} entries`);
  if (schema.maxLength !== undefined) parts.push(`at most ${schema.maxLength} characters`);
  if (schema.maxProperties !== undefined) parts.push(`at most ${schema.maxProperties} pairs`);
  return parts.join(', ');
}

function fieldRow(field: Field): string[] {
  const { schema } = field;
  const limit = limits(schema);
  const meaning = [
    schema['x-provisional'] ? '**Provisional.**' : '',
    cell(schema.description ?? ''),
    limit === '' ? '' : `_Allowed: ${limit}._`,
  ];
  return [
    inlineCode(field.path),
    field.type,
    field.required ? 'yes' : 'no',
    meaning.filter((part) => part !== '').join(' '),
  ];
}

function fieldTable(schema: Schema, empty: string): string {
  const rows = schemaFields(schema).map(fieldRow);
  return rows.length === 0 ? empty : table(['Field', 'Type', 'Required', 'Meaning'], rows);
}

function authenticationText(operation: Operation): string {
  const sentences = operation.security.map((scheme) => authentication[scheme] ?? '');
  const text = sentences.filter((sentence) => sentence !== '').join(' ');
  const permission = operation.permission
    ? ` and the permission ${inlineCode(operation.permission)}. See [Authentication](/features/access-tokens/authentication/).`
    : '';
  return `${text}${permission}`;
}

function mqttText(operation: Operation): string[] {
  if (!operation.mqtt) return [];
  const prefix = '$anedya/device/{deviceId}/';
  return [
    '## MQTT',
    `Publish the same body to ${inlineCode(prefix + operation.mqtt.publish)}; the answer arrives on ${operation.mqtt.answers
      .map((topic) => inlineCode(prefix + topic))
      .join(' or ')}.`,
    ...operation.mqtt.differences.map((difference) => `- ${difference}`),
    ...(operation.mqtt.provisional
      ? [`:::warning[Provisional]\n\n${operation.mqtt.provisional}\n\n:::`]
      : []),
  ];
}

/**
 * The page of one call as MDX.
 * @param titles title of every call of the document, by id
 * @throws Error when a related call does not exist
 */
export function callPage(
  place: ApiPlace,
  operation: Operation,
  titles: ReadonlyMap<string, string>,
): string {
  const related = operation.related.map((id) => {
    const title = titles.get(id);
    if (title === undefined) {
      throw new Error(`x-related of "${operation.id}" names the unknown call "${id}"`);
    }
    return `- [${title}](/${place.folder}/${id}/)`;
  });
  return [
    frontMatter({
      title: operation.title,
      description: firstSentence(operation.description),
      sidebar_label: operation.title,
    }),
    `\`\`\`http\n${operation.method} ${operation.url}\n\`\`\``,
    ...(operation.provisional
      ? [`:::warning[Provisional]\n\n${operation.provisional}\n\n:::`]
      : []),
    operation.description,
    '## Authentication',
    authenticationText(operation),
    ...mqttText(operation),
    '## Request',
    fieldTable(operation.requestSchema, 'The body is an empty JSON object.'),
    jsonFence(operation.requestExample, 'Request body'),
    '## Answer',
    fieldTable(operation.responseSchema, 'The answer has no fields of its own.'),
    jsonFence(operation.responseExample, 'Answer'),
    '## Related',
    [...(operation.guide ? [`- [Guide to this topic](${operation.guide})`] : []), ...related].join(
      '\n',
    ),
    '',
  ].join('\n\n');
}
