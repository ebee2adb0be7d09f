import type { Field, JsonValue, Schema } from '@anedya-docs/openapi-model';
import { schemaFields } from '@anedya-docs/openapi-model/fields';

/** Described fields of a value. A value without described fields is not filtered. */
export interface Described {
  readonly fields: ReadonlyMap<string, Described>;
  /** Names by their lower-case form. */
  readonly names: ReadonlyMap<string, string>;
  /** Schema of the values of a map with arbitrary keys. */
  readonly entries: Described | undefined;
  /** Unit of a timestamp. */
  readonly unit?: 'seconds' | 'milliseconds';
}

/** Returns the fields of a value, including those of its alternatives. */
function inside({ children, variants }: Field): readonly Field[] {
  return [...children, ...variants.flatMap((variant) => variant.children)];
}

/** Returns the unit of a timestamp field. Such a field has an example that is relative to now. */
function unitOf({ schema }: Field): Described['unit'] {
  const { 'x-unit': unit, 'x-from-now': time } = schema;
  if (time === undefined) return undefined;
  return unit === 'seconds' || unit === 'milliseconds' ? unit : undefined;
}

function describe(all: readonly Field[]): Described {
  const isEntry = ({ name }: Field) => name.startsWith('{');
  const named = all.filter((field) => !isEntry(field));
  const fields = new Map(
    named.map(({ name }) => {
      const forms = named.filter((field) => field.name === name);
      const unit = forms.map(unitOf).find(Boolean);
      return [name, { ...describe(forms.flatMap(inside)), ...(unit && { unit }) }];
    }),
  );
  const names = new Map([...fields.keys()].map((name) => [name.toLowerCase(), name]));
  const entries = all.filter(isEntry);
  return {
    fields,
    names,
    entries: entries.length > 0 ? describe(entries.flatMap(inside)) : undefined,
  };
}

/** Returns the described name for one that was sent, which may be in another letter case. */
export const describedName = ({ fields, names }: Described, sent: string): string =>
  fields.has(sent) ? sent : (names.get(sent.toLowerCase()) ?? sent);

/** Returns the described fields of a schema, at all levels. */
export function describedFields(schema: Schema): Described {
  return describe(schemaFields(schema));
}

/**
 * Removes the fields that the schema does not describe, so that only described fields are stored, echoed and counted. A
 * field in another letter case replaces a described field that is absent, as on the platform (specs/facts/platform-api.md,
 * 2.1).
 */
export function describedPart(described: Described, value: JsonValue): JsonValue {
  const { fields, entries } = described;
  if (typeof value !== 'object' || value === null || (fields.size === 0 && !entries)) return value;
  if (Array.isArray(value)) return value.map((item) => describedPart(described, item));
  const known = Object.entries(value).flatMap(([sent, part]): [string, JsonValue][] => {
    const meant = describedName(described, sent);
    if (meant !== sent && Object.hasOwn(value, meant)) return [];
    const inner = fields.get(meant) ?? entries;
    return inner ? [[meant, describedPart(inner, part)]] : [];
  });
  return Object.fromEntries(known);
}
