import {
  fieldAnchor,
  flattenFields,
  schemaFields,
  type ApiDocument,
  type Field,
  type Schema,
} from '@anedya-docs/openapi-model';
import type { ApiPlace } from './documents';
import { limits, limitText } from './limits';
import { cell, inlineCode, table } from './markdown';

/** One thing said about a field, and every call it holds for. */
interface Entry {
  readonly path: string;
  readonly value: string;
  readonly calls: string[];
}

function entriesOf(
  place: ApiPlace,
  document: ApiDocument,
  tell: (field: Field) => string,
): readonly Entry[] {
  const entries = new Map<string, Entry>();
  const add = (part: 'request' | 'answer', schema: Schema, id: string, title: string) => {
    for (const field of flattenFields(schemaFields(schema))) {
      const value = tell(field);
      if (value === '') continue;
      const key = `${field.path} ${value}`;
      const entry = entries.get(key) ?? { path: field.path, value, calls: [] };
      const link = `[${title}](/${place.folder}/${id}/#${fieldAnchor(part, field.path)})`;
      if (!entry.calls.some((call) => call.startsWith(`[${title}]`))) entry.calls.push(link);
      entries.set(key, entry);
    }
  };
  for (const { id, title, request, answers } of document.operations) {
    add('request', request.schema, id, title);
    const success = answers.find(({ status }) => status === '200');
    if (success) add('answer', success.schema, id, title);
  }
  return [...entries.values()].sort((a, b) => a.path.localeCompare(b.path, 'en'));
}

function rows(document: ApiDocument, entries: readonly Entry[]): string[][] {
  return entries.map(({ path, value, calls }) => {
    const everywhere = calls.length === document.operations.length;
    return [inlineCode(path), value, everywhere ? 'every call' : calls.join(', ')];
  });
}

/** Every field that carries a time, with its unit. */
export function unitsTable(place: ApiPlace, document: ApiDocument): string {
  const entries = entriesOf(place, document, ({ schema }) => schema['x-unit'] ?? '');
  return table(['Field', 'Unit', 'Calls'], rows(document, entries));
}

/** Every field whose size or range has a limit. */
export function limitsTable(place: ApiPlace, document: ApiDocument): string {
  const entries = entriesOf(place, document, ({ schema }) => {
    const { enum: _choices, const: _constant, pattern: _pattern, ...sized } = schema;
    return limits(sized).join('; ');
  });
  return table(['Field', 'Limit', 'Calls'], rows(document, entries));
}

/** Every limit that belongs to no field. */
export function otherLimitsTable(place: ApiPlace, document: ApiDocument): string {
  const callLink = (id: string) => {
    const title = document.operations.find((operation) => operation.id === id)?.title ?? id;
    return `[${title}](/${place.folder}/${id}/)`;
  };
  return table(
    ['What', 'Limit', 'Calls'],
    document.limits.map(({ subject, note, calls, ...limit }) => [
      note === undefined ? subject : `${subject}. ${cell(note)}`,
      limitText(limit),
      calls.map(callLink).join(', '),
    ]),
  );
}
