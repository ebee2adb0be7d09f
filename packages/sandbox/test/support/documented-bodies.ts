import fc from 'fast-check';
import type { Examples, JsonValue, Schema } from '@anedya-docs/openapi-model';
import { SchemaChecker } from '@anedya-docs/openapi-model/schema-checker';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';

const checker = new SchemaChecker({ isSandbox: true });

/** Values of a project that replace those of the examples in a generated body. */
interface For {
  readonly own: Examples;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A schema with the bounds of the sandbox as its own. */
function bounded(schema: Schema): Schema {
  const merged = mergeSchema(schema);
  return { ...merged, ...merged['x-sandbox'] };
}

function textOf(schema: Schema, { own }: For): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = Infinity, format } = schema;
  const maxBytes = schema['x-sandbox']?.maxBytes ?? Infinity;
  const value = schema['x-value'] && own[schema['x-value']];
  const given = [...(schema.examples ?? []), ...(value === undefined ? [] : [value])];
  const known = given.filter((each) => typeof each === 'string');
  const any = (most: number) =>
    fc
      .string({ unit: 'grapheme', minLength, maxLength: Math.min(most, maxLength) })
      .filter(
        (text) => Buffer.byteLength(text) <= maxBytes && Array.from(text).length <= maxLength,
      );
  const longest = Math.min(maxLength, maxBytes, 20_000);
  const free =
    format === 'uuid' ? fc.uuid() : fc.oneof(any(8), any(300), fc.constant('a'.repeat(longest)));
  return known.length === 0 ? free : fc.oneof(fc.constantFrom(...known), free);
}

function numberOf(schema: Schema, { now }: For): fc.Arbitrary<number> {
  const { minimum: min = -Number.MAX_SAFE_INTEGER, maximum: max = Number.MAX_SAFE_INTEGER } =
    schema;
  if (schema.type === 'number') {
    return fc.double({
      noNaN: true,
      noDefaultInfinity: true,
      ...(schema.minimum !== undefined && { min }),
      ...(schema.maximum !== undefined && { max }),
    });
  }
  const unit = schema['x-unit'] === 'milliseconds' ? 1 : 1000;
  const near = [0, 1, 100, Math.floor(now / unit)].filter((each) => each >= min && each <= max);
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, ...near));
}

function listOf(schema: Schema, of: For): fc.Arbitrary<JsonValue[]> {
  const { items = {}, minItems = 0, maxItems = 2000 } = schema;
  const item = valueOf(items, of);
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(item, { minLength: minItems, maxLength: Math.min(3, maxItems) }),
    },
    {
      weight: 1,
      arbitrary: item.map((value) => Array.from({ length: maxItems }, () => value)),
    },
  );
}

function objectOf(schema: Schema, of: For): fc.Arbitrary<JsonValue> {
  const { properties = {}, required = [], additionalProperties, maxProperties = 100 } = schema;
  const fields = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, valueOf(property, of)]),
    ),
    { requiredKeys: [...required] },
  );
  if (typeof additionalProperties !== 'object') return fields;
  const names = textOf(bounded(schema.propertyNames ?? {}), of);
  const entries = fc.dictionary(names, valueOf(additionalProperties, of), {
    maxKeys: Math.min(4, maxProperties),
  });
  return fc.tuple(entries, fields).map((parts) => ({ ...parts[0], ...parts[1] }));
}

function valueOf(outer: Schema, of: For): fc.Arbitrary<JsonValue> {
  const schema = bounded(outer);
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms) return fc.oneof(...forms.map((form) => valueOf(form, of)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? []].flat();
  const arbitraries = types.map((type): fc.Arbitrary<JsonValue> => {
    if (type === 'string') return textOf(schema, of);
    if (type === 'integer' || type === 'number') return numberOf({ ...schema, type }, of);
    if (type === 'boolean') return fc.boolean();
    if (type === 'array') return listOf(schema, of);
    if (type === 'object') return objectOf(schema, of);
    throw new Error(`no generator for the type ${type}`);
  });
  return fc.oneof(...arbitraries);
}

/** Bodies that a schema allows, within the bounds that it states for the sandbox. */
export function documentedBody(schema: Schema, of: For): fc.Arbitrary<JsonValue> {
  const validate = checker.compile(schema);
  return valueOf(schema, of).filter((body) => validate(body));
}
