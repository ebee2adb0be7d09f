import type { JsonObject } from '../core/context.ts';
import { childId, fields, nodeId, post } from './paths.ts';

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
export const platformPaths: JsonObject = { ...childPaths, ...healthPaths };
