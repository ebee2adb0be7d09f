import type {
  ApiDocument,
  Code,
  Operation,
  OperationResponse,
  Schema,
} from '@anedya-docs/openapi-model';
import { withoutTexts } from '@anedya-docs/openapi-model/form-validator';
import type { Documents } from '../core/api/operation-table.ts';
import { validatorName } from './validators.ts';

const withoutExamples = { description: '', examples: [], isSandbox: false, example: null };

function responseOf({ status, schema }: OperationResponse): OperationResponse {
  return { status, schema: withoutTexts(schema), description: '', examples: [], isSandbox: false };
}

const noTexts = { meaning: '', cause: '', remedy: '', transport: undefined };

const codesOf = (codes: readonly Code[]) => codes.map(({ code }) => ({ ...noTexts, code }));

function operationOf(operation: Operation): Operation {
  const { request, responses, reasonCodes, mqtt } = operation;
  return {
    ...operation,
    ...withoutExamples,
    title: '',
    urlTemplate: '',
    servers: [],
    security: operation.security.map((scheme) => ({ ...scheme, description: '' })),
    parameters: [],
    request: { ...withoutExamples, schema: withoutTexts(request.schema) },
    responses: responses.map(responseOf),
    reasonCodes: codesOf(reasonCodes),
    errorCodes: [],
    related: [],
    keywords: [],
    traps: [],
    mqtt: mqtt && { ...mqtt, differences: [] },
    evidence: [],
  };
}

function documentOf(document: ApiDocument): ApiDocument {
  const { mqtt } = document;
  return {
    ...document,
    description: '',
    servers: [],
    tags: [],
    reasonCodes: codesOf(document.reasonCodes),
    errorCodes: codesOf(document.errorCodes),
    limits: [],
    mqtt: mqtt && {
      ...mqtt,
      pushed: [],
      published: mqtt.published.map((message) => ({
        ...message,
        ...withoutExamples,
        schema: withoutTexts(message.schema),
      })),
    },
    operations: [],
    allOperations: document.allOperations.map(operationOf),
    raw: null,
  };
}

/** Returns what a sandbox uses of the documents: no texts for readers, no examples, each operation once. */
export function slimDocuments({ platform, device }: Documents): Documents {
  return { platform: documentOf(platform), device: documentOf(device) };
}

/** Returns the schemas of all request bodies, by the name of their validator. */
export function bodySchemas(documents: Documents): Record<string, Schema> {
  const schemas = (['platform', 'device'] as const).flatMap((api) => {
    const { allOperations, mqtt } = documents[api];
    return [
      ...allOperations.map(({ id, request }) => [`${api}/${id}`, request.schema] as const),
      ...(mqtt?.published ?? []).map(
        ({ operationId, schema }) => [`${api}/${operationId}`, schema] as const,
      ),
    ];
  });
  return Object.fromEntries(schemas.map(([id, schema]) => [validatorName(id), schema]));
}
