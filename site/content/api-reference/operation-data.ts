import path from 'node:path';
import { allLanguages, mqttClients } from '@anedya-docs/code-samples';
import type { ApiDocument, Code, Operation, Schema } from '@anedya-docs/openapi-model';
import { formValidatorSource } from '@anedya-docs/openapi-model/form-validator';
import { build } from 'esbuild';
import type { MqttFacts, MqttOperation } from '../../src/contracts/mqtt-facts';
import type { OperationData } from '../../src/requests/operation';
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

/** Route of the page that describes an operation: its own, or the guide to an operation without one. */
const pageOf = (
  { folder }: ApiConfig,
  { operations }: Pick<ApiDocument, 'operations'>,
  operation: Operation,
) => (operations.includes(operation) ? `/${folder}/${operation.id}/` : (operation.guide ?? '/'));

/** Data of one operation for the request runner: the OpenAPI operation with plain-text descriptions only. */
export function operationData(
  config: ApiConfig,
  document: Pick<ApiDocument, 'mqtt' | 'operations'>,
  operation: Operation,
): OperationData {
  const {
    id,
    operationId,
    title,
    method,
    path,
    url,
    servers,
    security,
    securityOptional,
    request,
  } = operation;
  const { mqtt: facts } = document;
  return {
    api: config.name,
    page: pageOf(config, document, operation),
    id,
    operationId,
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
    // All error responses of an operation have the same fields.
    responses: operation.responses
      .filter(({ status }) => status === '200' || status === '4XX')
      .map(({ status, schema }) => ({ status, schema: formSchema(schema) })),
    codes: [...operation.reasonCodes, ...operation.errorCodes].map(plainCode),
  };
}

/** Folder of the package whose dependency the compiled code requires. */
const resolveDir = path.resolve(__dirname, '../../../packages/openapi-model');

async function compile(schema: Schema): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: formValidatorSource(schema), resolveDir },
    bundle: true,
    minify: true,
    format: 'esm',
    // The oldest browsers in `browserslist`.
    target: ['chrome107', 'firefox104', 'safari16'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Source by schema: when one document changes, a watcher writes all files again. */
const compiled = new WeakMap<Schema, Promise<string>>();

/**
 * Returns the source of a module that validates request bodies of an operation. Its default export is an Ajv validation
 * function. It runs without `eval`, which the content security policy forbids.
 */
export function validatorModule({ request: { schema } }: Operation): Promise<string> {
  const source = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, source);
  return source;
}

/** Folder below `operations/` with the MQTT topics of each API, which the MQTT console fetches. */
export const topicsFolder = 'topics';

/** Topics of an API and the operations that use them, for the MQTT console; undefined for an API without MQTT. */
export function mqttData(
  config: ApiConfig,
  document: Pick<ApiDocument, 'mqtt' | 'operations' | 'allOperations'>,
): MqttFacts | undefined {
  const { mqtt, operations, allOperations } = document;
  if (!mqtt) return undefined;
  const withTopic = (list: readonly Operation[]): readonly MqttOperation[] =>
    list.flatMap((operation) => {
      const { id, title, mqtt: binding } = operation;
      if (!binding) return [];
      const isProvisional = binding.provisional !== undefined;
      const page = pageOf(config, document, operation);
      return [{ id, title, topic: binding.publish, page, isProvisional }];
    });
  const labels = (list: readonly { readonly id: string; readonly label: string }[]) =>
    Object.fromEntries(list.map(({ id, label }) => [id, label]));
  return {
    topicPrefix: mqtt.topicPrefix,
    subscribe: mqtt.subscribe.map(({ topic, purpose }) => ({ topic, purpose: plainText(purpose) })),
    operations: withTopic(operations),
    guideOperations: withTopic(allOperations.slice(operations.length)),
    samples: { http: labels(allLanguages), mqtt: labels(mqttClients) },
  };
}
