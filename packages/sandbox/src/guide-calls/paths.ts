import type { JsonValue } from '@anedya-docs/openapi-model';
import type { JsonObject } from '../core/context.ts';

const uuid = { type: 'string', format: 'uuid' };

/** Id of the node that a call is about. */
export const nodeId = {
  ...uuid,
  'x-value': 'node id',
  description: 'Id of a node.',
  examples: ['019f0000-0000-7000-8000-000000000001'],
};

/** Id of a node that becomes a child of another. */
export const childId = {
  ...uuid,
  'x-value': 'spare node id',
  description: 'Id of a child node.',
  examples: ['019f0000-0000-7000-8000-000000000003'],
};

/** A schema of an object whose fields are all required. */
export function fields(properties: JsonObject, optional: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    required: Object.keys(properties),
    properties: { ...properties, ...optional },
  };
}

function json(schema: JsonObject, example: JsonValue): JsonObject {
  const examples = { default: { summary: 'As in the guide', value: example } };
  return { 'application/json': { schema, examples } };
}

interface Parts {
  readonly id: string;
  readonly summary: string;
  readonly request: JsonObject;
  readonly example: JsonObject;
  readonly response: JsonObject;
  readonly responseExample: JsonObject;
  /** Schema of a failure, when a response has more than that. */
  readonly failure?: JsonObject;
  /** Security schemes, permission, codes, topics. */
  readonly more: JsonObject;
}

/** One call as an OpenAPI path item. The documents' rules ask for a summary, a description and two examples. */
export function post(parts: Parts): JsonObject {
  const {
    id,
    summary,
    request,
    example,
    response,
    responseExample,
    failure = response,
    more,
  } = parts;
  const success = { description: summary, content: json(response, responseExample) };
  const error = {
    description: 'The call failed.',
    content: { 'application/json': { schema: failure } },
  };
  return {
    post: {
      operationId: id,
      summary,
      description: summary,
      tags: ['Guides'],
      requestBody: { required: true, content: json(request, example) },
      responses: { '200': success, '4XX': error, '5XX': error },
      ...more,
    },
  };
}
