import type { Schema } from './types.ts';

type Properties = Readonly<Record<string, Schema>>;

/** Properties of both; one that both have must fit both. */
function mergeProperties(a: Properties, b: Properties): Properties {
  const shared = Object.entries(a).map(([name, schema]) => {
    const other = Object.hasOwn(b, name) ? b[name] : undefined;
    return [name, other ? mergeSchema({ allOf: [schema, other] }) : schema] as const;
  });
  const added = Object.entries(b).filter(([name]) => !Object.hasOwn(a, name));
  return Object.fromEntries([...shared, ...added]);
}

/**
 * One schema out of `allOf` parts, and out of a `oneOf` or `anyOf` with a single option: their properties and
 * required names together, of other keywords the last. What stands beside the parts comes last.
 */
export function mergeSchema(schema: Schema): Schema {
  const { allOf = [], oneOf, anyOf, ...beside } = schema;
  const parts = [...allOf];
  const choices: { oneOf?: Schema['oneOf']; anyOf?: Schema['anyOf'] } = {};
  if (oneOf?.length === 1) parts.push(...oneOf);
  else if (oneOf) choices.oneOf = oneOf;
  if (anyOf?.length === 1) parts.push(...anyOf);
  else if (anyOf) choices.anyOf = anyOf;
  if (parts.length === 0) return schema;
  return [...parts.map(mergeSchema), { ...beside, ...choices }].reduce((merged, part) => {
    const required = [...new Set([...(merged.required ?? []), ...(part.required ?? [])])];
    const properties = mergeProperties(merged.properties ?? {}, part.properties ?? {});
    return {
      ...merged,
      ...part,
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
    };
  });
}

/** The forms of a value that has several; nothing when it has one. */
export function optionsOf(schema: Schema): readonly Schema[] {
  const merged = mergeSchema(schema);
  const options = merged.oneOf ?? merged.anyOf ?? [];
  return options.flatMap((option) => {
    const inner = optionsOf(option);
    return inner.length > 0 ? inner : [option];
  });
}
