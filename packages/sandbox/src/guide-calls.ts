import { type ApiDocument, type JsonValue, parseDocument } from '@anedya-docs/openapi-model';
import type { Api, Documents } from './core/api/call-table.ts';
import type { JsonObject } from './core/context.ts';

const uuid = { type: 'string', format: 'uuid' };

/** Id of the node that a call is about. */
const nodeId = {
  ...uuid,
  'x-value': 'node id',
  description: 'Id of a node.',
  examples: ['019f0000-0000-7000-8000-000000000001'],
};

/** Id of a node that becomes a child of another. */
const childId = {
  ...uuid,
  'x-value': 'spare node id',
  description: 'Id of a child node.',
  examples: ['019f0000-0000-7000-8000-000000000003'],
};

/** A schema of an object whose fields are all required. */
function fields(properties: JsonObject, optional: JsonObject = {}): JsonObject {
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
function post(parts: Parts): JsonObject {
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

const reqId = { type: 'string', maxLength: 100, description: 'Id that the response repeats.' };

const response = fields(
  {
    success: { type: 'boolean', description: 'Whether the call worked.' },
    error: { type: 'string', description: 'What went wrong.' },
    errorcode: { type: 'integer', description: '0 on success.' },
  },
  { reqId },
);

/** Calls of the Device API that guides teach and no page documents (reference/device-api.md, 8). */
const devicePaths: JsonObject = {
  '/heartbeat': post({
    id: 'heartbeat',
    summary: 'Tell the platform that the device works.',
    request: fields({}, { reqId }),
    example: { reqId: 'req-0015' },
    response,
    responseExample: { reqId: 'req-0015', success: true, error: '', errorcode: 0 },
    more: {
      security: [{ connectionKey: [] }],
      'x-mqtt': { publish: 'heartbeat/json', responses: ['response', 'errors'] },
    },
  }),
  '/events/submit': post({
    id: 'events-submit',
    summary: 'Submit an event.',
    request: fields(
      {
        eventType: {
          type: 'string',
          minLength: 1,
          maxLength: 49,
          description: 'Kind of event.',
          examples: ['door-unlocked'],
        },
        timestamp: {
          type: 'integer',
          format: 'int64',
          'x-unit': 'milliseconds',
          'x-from-now': 0,
          'x-sandbox': { minimum: 0, maximum: 253_402_300_799_999 },
          description: 'When it happened, in Unix milliseconds. Past times are allowed.',
          examples: [1767225600000],
        },
        data: { type: 'object', description: 'Details, of up to 1000 characters as JSON.' },
      },
      { reqId },
    ),
    example: {
      reqId: 'req-0016',
      eventType: 'door-unlocked',
      timestamp: 1767225600000,
      data: { door: 'front' },
    },
    response,
    responseExample: { reqId: 'req-0016', success: true, error: '', errorcode: 0 },
    more: {
      security: [{ connectionKey: [] }],
      'x-mqtt': { publish: 'events/submit/json', responses: ['response', 'errors'] },
    },
  }),
};

const [parent] = nodeId.examples as [string];
const [child] = childId.examples as [string];
const text = { type: 'string', description: 'Text.' };
const count = { type: 'integer', description: 'Number of children.' };

function envelope(number: 'errorcode' | 'errcode', more: JsonObject = {}): JsonObject {
  return fields({
    success: { type: 'boolean', description: 'Whether the call worked.' },
    error: text,
    [number]: { type: 'integer', description: '0 on success.' },
    reasonCode: text,
    ...more,
  });
}

const ok = { success: true, error: '', reasonCode: 'generic::ok' };
const plain = { response: envelope('errorcode'), responseExample: { ...ok, errorcode: 0 } };
const onlyKey = [{ apiKey: [] }];

/** Calls on the children of a gateway (reference/platform-api.md, 6). Ids are in camel case here. */
const childPaths: JsonObject = {
  '/node/child/add': post({
    id: 'node-child-add',
    summary: 'Add child nodes to a parent.',
    request: fields({
      parentId: nodeId,
      childNodes: {
        type: 'array',
        minItems: 1,
        description: 'Children, each under an alias of its own.',
        items: fields({ nodeId: childId, alias: { ...text, 'x-sandbox': { maxBytes: 1000 } } }),
      },
    }),
    example: { parentId: parent, childNodes: [{ nodeId: child, alias: 'meter-1' }] },
    ...plain,
    more: {
      security: onlyKey,
      'x-reason-codes': [
        ...['node::invalidparentid', 'node::invalidchildid', 'node::childexists'],
        ...['node::uniquealiasviolation', 'node::uniquechildviolation'],
      ],
    },
  }),
  '/node/child/list': post({
    id: 'node-child-list',
    summary: 'List the children of a parent.',
    request: fields(
      { parentId: nodeId },
      {
        limit: { type: 'integer', minimum: 1, maximum: 1000, description: 'Children in a page.' },
        offset: { type: 'integer', minimum: 0, description: 'Children to skip.' },
      },
    ),
    example: { parentId: parent, limit: 100, offset: 0 },
    response: envelope('errorcode', {
      totalCount: count,
      count,
      next: count,
      data: {
        type: 'array',
        description: 'Children.',
        items: fields({
          childId,
          alias: text,
          createdAt: { type: 'integer', description: 'Unix milliseconds.' },
        }),
      },
    }),
    failure: envelope('errorcode'),
    responseExample: {
      ...ok,
      errorcode: 0,
      totalCount: 1,
      count: 1,
      next: 1,
      data: [{ childId: child, alias: 'meter-1', createdAt: 1767225600000 }],
    },
    more: { security: onlyKey, 'x-reason-codes': ['node::invalidparentid'] },
  }),
  '/node/child/remove': post({
    id: 'node-child-remove',
    summary: 'Take one child from its parent.',
    request: fields({ parentId: nodeId, childNode: childId }),
    example: { parentId: parent, childNode: child },
    ...plain,
    more: {
      security: onlyKey,
      'x-reason-codes': [
        ...['node::invalidparentid', 'node::invalidchildid', 'node::childnotfound'],
      ],
    },
  }),
  '/node/child/clear': post({
    id: 'node-child-clear',
    summary: 'Take all children from a parent.',
    request: fields({ parentId: nodeId }),
    example: { parentId: parent },
    ...plain,
    more: { security: onlyKey, 'x-reason-codes': ['node::invalidparentid'] },
  }),
};

const healthPaths: JsonObject = {
  '/health/status': post({
    id: 'health-status',
    summary: 'Tell which nodes are online.',
    request: fields({
      nodes: { type: 'array', items: nodeId, description: 'Nodes to ask about.' },
      lastContactThreshold: {
        type: 'integer',
        minimum: 1,
        maximum: 604_800,
        'x-unit': 'seconds',
        description: 'Age in seconds up to which a heartbeat counts.',
      },
    }),
    example: { nodes: [parent], lastContactThreshold: 180 },
    response: envelope('errcode', {
      data: {
        type: 'object',
        description: 'State of each node.',
        'x-key': 'node id',
        additionalProperties: fields({
          online: { type: 'boolean', description: 'Whether the last heartbeat is that young.' },
          lastHeartbeat: { type: 'integer', description: 'Unix seconds; 0 before the first.' },
        }),
      },
    }),
    failure: envelope('errcode'),
    responseExample: {
      ...ok,
      errcode: 0,
      data: { [parent]: { online: true, lastHeartbeat: 1767311990 } },
    },
    more: {
      security: [{ apiKey: [] }, { accessToken: [] }],
      'x-permission': 'health::getstatus',
      'x-reason-codes': ['health::limitexceeded', 'node::nodenotfound', 'node::invaliduuid'],
    },
  }),
};

/** Calls of the Platform API that guides teach and no page documents. */
const platformPaths: JsonObject = { ...childPaths, ...healthPaths };

/** Parts of an API's document that its guide calls share. */
function borrow(raw: JsonObject): JsonObject {
  const { servers, components, 'x-reason-codes': reasons, 'x-mqtt': mqtt } = raw;
  const { securitySchemes } = components as JsonObject;
  return {
    ...(servers !== undefined && { servers }),
    ...(securitySchemes !== undefined && { components: { securitySchemes } }),
    ...(reasons !== undefined && { 'x-reason-codes': reasons }),
    // Pushed messages belong to no call, and their schemas stay where they are.
    ...(mqtt !== undefined && { 'x-mqtt': { ...(mqtt as JsonObject), pushed: [] } }),
  };
}

/** Adds the calls that guides teach to those of a document, read by the same rules. */
async function withPaths(api: Api, document: ApiDocument, paths: JsonObject): Promise<ApiDocument> {
  const extra = await parseDocument(
    JSON.stringify({
      ...borrow(document.raw as JsonObject),
      openapi: '3.1.0',
      info: { title: document.title, version: document.version },
      tags: [{ name: 'Guides', description: 'Calls without a page of their own.' }],
      paths,
    }),
    `guide calls of the ${api} API`,
  );
  return { ...document, operations: [...document.operations, ...extra.operations] };
}

/**
 * Both documents with the calls that only guides teach: heartbeat, events, health status, child nodes.
 * @throws DocumentError when one of them does not fit its document
 */
export async function withGuideCalls({ platform, device }: Documents): Promise<Documents> {
  return {
    platform: await withPaths('platform', platform, platformPaths),
    device: await withPaths('device', device, devicePaths),
  };
}
