import type { Operation, Schema } from '@anedya-docs/openapi-model';
import { apiConfigs, readApi, type Api } from './documents';

/** Both APIs, read by the plugin. */
export const apis: readonly Api[] = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));

/** One operation of an API. */
export function operationOf(api: Api, id: string): Operation {
  const operation = api.document.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`the document has no operation "${id}"`);
  return operation;
}

/** A schema without one of its properties, including in its subschemas. */
export function withoutProperty(schema: Schema, name: string): Schema {
  const properties = Object.entries(schema.properties ?? {}).filter(([key]) => key !== name);
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
    ...(schema.allOf && { allOf: schema.allOf.map((part) => withoutProperty(part, name)) }),
  };
}
