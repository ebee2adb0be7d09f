import type { Handlers } from '../context.ts';
import { authorizeNode } from './authorize.ts';
import { addChildren, clearChildren, listChildren, removeChild } from './children.ts';
import { nodeConnectionKey } from './connection-key.ts';
import { createNode } from './create.ts';
import { deleteNode } from './delete.ts';
import { nodeDetails } from './details.ts';
import { healthStatus } from './health.ts';
import { listNodes } from './list.ts';
import { updateNode } from './update.ts';

export const nodesHandlers: Handlers = {
  'platform/node-create': createNode,
  'platform/node-list': listNodes,
  'platform/node-details': { largeRead: nodeDetails },
  'platform/node-update': updateNode,
  'platform/node-authorize': authorizeNode,
  'platform/node-get-connection-key': nodeConnectionKey,
  'platform/node-delete': deleteNode,
  'platform/node-child-add': addChildren,
  'platform/node-child-list': { largeRead: listChildren },
  'platform/node-child-remove': removeChild,
  'platform/node-child-clear': clearChildren,
  'platform/health-status': healthStatus,
};
