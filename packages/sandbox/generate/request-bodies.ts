import type { Schema } from '@anedya-docs/openapi-model';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import type { Documents } from '../src/core/api/operation-table.ts';

/** The generated file. */
export const requestBodiesFile = new URL('../src/core/request-bodies.generated.ts', import.meta.url)
  .pathname;

/** Keywords with alternatives or parts. */
const combined = ['allOf', 'oneOf', 'anyOf'] as const;

/**
 * A schema with only the keywords that determine its type, so that descriptions and bounds can change without changing the
 * generated types. Alternatives replace the list of types next to them, which repeats theirs.
 */
function typeOnly(schema: Schema): Schema {
  const { type, enum: values, const: value, required, properties, items } = schema;
  const { additionalProperties } = schema;
  const parts = combined.flatMap((keyword) => {
    const schemas = schema[keyword]?.map(typeOnly).filter((part) => Object.keys(part).length > 0);
    return schemas && schemas.length > 0 ? [[keyword, schemas] as const] : [];
  });
  const hasAlternatives = parts.some(([keyword]) => keyword !== 'allOf');
  return {
    ...(type !== undefined && !hasAlternatives && { type }),
    ...(values && { enum: values }),
    ...(value !== undefined && { const: value }),
    ...(required && { required }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, typeOnly(property)]),
      ),
    }),
    ...(items && { items: typeOnly(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object'
          ? typeOnly(additionalProperties)
          : additionalProperties,
    }),
    ...Object.fromEntries(parts),
  };
}

/** Source of the types of all request bodies, by operation id: `platform/node-create`. */
export async function requestBodyTypes(documents: Documents): Promise<string> {
  const schemas: Record<string, Schema> = {};
  for (const api of ['platform', 'device'] as const) {
    for (const { id, request } of documents[api].allOperations) {
      schemas[`${api}/${id}`] = typeOnly(request.schema);
    }
    for (const { operationId, schema } of documents[api].mqtt?.published ?? []) {
      schemas[`${api}/${operationId}`] = typeOnly(schema);
    }
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Request bodies', version: '1' },
    paths: {},
    components: { schemas },
  };
  const options = { immutable: true, emptyObjectsUnknown: true };
  const nodes = await openapiTS(JSON.stringify(document), options);
  const source = astToString(nodes).replaceAll(/ *\/\*\* @enum .*\n/g, '');
  const header = '// Generated from the OpenAPI documents. Update with: npm run generate\n\n';
  return format(header + source, {
    ...(await resolveConfig(requestBodiesFile)),
    filepath: requestBodiesFile,
  });
}
