import type { ApiDocument, Code, Operation, Schema } from '@anedya-docs/openapi-model';
import type { MqttFacts } from '../../src/mqtt-console/facts';
import type { OperationData } from '../../src/runner/operation';
import type { ApiConfig } from './documents';
import { plainText } from './markdown';

/**
 * Folder below `static/` with two files per operation: its data and the validator of its request body. The request runner
 * fetches them. As part of the bundle, each file would add an entry to the chunk map that all pages load.
 */
export const operationsFolder = 'operations';

type Value = Schema[keyof Schema] | Schema | readonly Schema[] | Readonly<Record<string, Schema>>;

/** The schema with its descriptions as plain text. */
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

function plainCode({ code, meaning, remedy }: Code): OperationData['codes'][number] {
  return { code, meaning: plainText(meaning), remedy: plainText(remedy) };
}

/** Data of one operation for the request runner: the OpenAPI operation with plain-text descriptions only. */
export function operationData(
  config: ApiConfig,
  { mqtt: facts, operations }: Pick<ApiDocument, 'mqtt' | 'operations'>,
  operation: Operation,
): OperationData {
  const { id, title, method, path, url, servers, security, securityOptional, request } = operation;
  return {
    api: config.name,
    page: operations.some((other) => other.id === id) ? `/${config.folder}/${id}/` : '',
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
    responses: operation.responses.map(({ status, schema }) => ({
      status,
      schema: formSchema(schema),
    })),
    codes: [...operation.reasonCodes, ...operation.errorCodes].map(plainCode),
  };
}

/** Folder below `operations/` with the MQTT topics of each API, which the MQTT console fetches. */
export const topicsFolder = 'topics';

/** Topics of an API and the operations that use them, for the MQTT console; undefined for an API without MQTT. */
export function mqttData(
  config: ApiConfig,
  { mqtt, operations }: Pick<ApiDocument, 'mqtt' | 'operations'>,
): MqttFacts | undefined {
  if (!mqtt) return undefined;
  return {
    topicPrefix: mqtt.topicPrefix,
    subscribe: mqtt.subscribe.map(({ topic, purpose }) => ({ topic, purpose: plainText(purpose) })),
    operations: operations.flatMap(({ id, title, mqtt: binding }) =>
      binding
        ? [
            {
              id,
              title,
              topic: binding.publish,
              page: `/${config.folder}/${id}/`,
              isProvisional: binding.provisional !== undefined,
            },
          ]
        : [],
    ),
  };
}
