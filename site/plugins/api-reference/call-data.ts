import type { ApiDocument, Code, Operation, Schema } from '@anedya-docs/openapi-model';
import type { Call } from '../../src/runner/call';
import type { ApiPlace } from './documents';
import { plainText } from './plain-text';

/**
 * Folder below the site's static files with a file for each call, which the request runner fetches. As parts of the bundle
 * they would all be named in the script that every page loads.
 */
export const callsFolder = 'calls';

type Value = Schema[keyof Schema] | Schema | readonly Schema[] | Readonly<Record<string, Schema>>;

/** A schema whose descriptions are plain text, without keywords that no form and no explanation reads. */
function formSchema(schema: Schema): Schema {
  const map = (record: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(record).map(([name, part]) => [name, formSchema(part)]));
  const parts: Partial<Record<keyof Schema, (value: never) => Value>> = {
    description: plainText,
    'x-provisional': plainText,
    properties: map,
    items: formSchema,
    additionalProperties: (value: Schema | boolean) =>
      typeof value === 'object' ? formSchema(value) : value,
    propertyNames: formSchema,
    allOf: (list: readonly Schema[]) => list.map(formSchema),
    oneOf: (list: readonly Schema[]) => list.map(formSchema),
    anyOf: (list: readonly Schema[]) => list.map(formSchema),
  };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const part = parts[key as keyof Schema] as ((value: unknown) => Value) | undefined;
      return [key, part ? part(value) : value];
    }),
  );
}

function plainCode({ code, meaning, remedy }: Code): Call['codes'][number] {
  return { code, meaning: plainText(meaning), remedy: plainText(remedy) };
}

/** What the request runner knows of a call: its document without the prose. */
export function callData(
  place: ApiPlace,
  { mqtt: facts }: Pick<ApiDocument, 'mqtt'>,
  operation: Operation,
): Call {
  const { id, title, method, path, url, servers, security, securityOptional, request } = operation;
  return {
    api: place.name,
    page: `/${place.folder}/${id}/`,
    id,
    title,
    method,
    path,
    url,
    servers,
    security: security.map((scheme) => ({ ...scheme, description: '' })),
    securityOptional,
    permission: operation.permission,
    mqtt: operation.mqtt && { ...operation.mqtt, differences: [] },
    broker: facts && { host: facts.host, ports: facts.ports },
    request: { schema: formSchema(request.schema), example: request.example },
    answers: operation.answers.map(({ status, schema }) => ({
      status,
      schema: formSchema(schema),
    })),
    codes: [...operation.reasonCodes, ...operation.errorCodes].map(plainCode),
  };
}
