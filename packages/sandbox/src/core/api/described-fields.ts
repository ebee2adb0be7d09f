import { schemaFields } from '@anedya-docs/openapi-model/fields';
import type { Field, JsonValue, Schema } from '@anedya-docs/openapi-model';

/** The fields that a value may have. One without any is kept as it is: the schema says what it is. */
export interface Described {
  readonly fields: ReadonlyMap<string, Described>;
  /** Names by their lower-case form. */
  readonly names: ReadonlyMap<string, string>;
  /** What a map holds under keys of the caller's choice. */
  readonly entries: Described | undefined;
  /** Unit of a point in time. */
  readonly unit?: 'seconds' | 'milliseconds';
}

/** Fields inside a value: its own, and those of each of its forms. */
function inside({ children, variants }: Field): readonly Field[] {
  return [...children, ...variants.flatMap((variant) => variant.children)];
}

/** Unit of a field that holds a point in time: its example moves along with the clock. */
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

/** The fields that a schema describes, at all levels. */
export function describedFields(schema: Schema): Described {
  return describe(schemaFields(schema));
}

/**
 * A value without the fields that no schema describes: what is stored, echoed and counted is what the documents know. A
 * field in another letter case stands for the described one unless that is there too, as on the platform
 * (reference/platform-api.md, 2.1).
 */
export function keepDescribed(described: Described, value: JsonValue): JsonValue {
  const { fields, names, entries } = described;
  if (typeof value !== 'object' || value === null || (fields.size === 0 && !entries)) return value;
  if (Array.isArray(value)) return value.map((item) => keepDescribed(described, item));
  const kept = Object.entries(value).flatMap(([sent, part]): [string, JsonValue][] => {
    const meant = fields.has(sent) ? sent : (names.get(sent.toLowerCase()) ?? sent);
    if (meant !== sent && Object.hasOwn(value, meant)) return [];
    const inner = fields.get(meant) ?? entries;
    return inner ? [[meant, keepDescribed(inner, part)]] : [];
  });
  return Object.fromEntries(kept);
}
