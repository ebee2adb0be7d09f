/** How to reproduce a code of the error catalog with the operation of a page. */
import {
  newCommand,
  newNode,
  noChildren,
  recipes,
  type NoRecipe,
  type Patch,
  type Preparation,
  type Recipe,
} from './error-recipes.ts';

/** Request that succeeds each time and changes nothing that the project has: where the example of an operation does not. */
type Repeatable = Pick<Recipe, 'prepare' | 'patch'>;

const newAsset: Preparation = {
  operation: 'platform/assets-create',
  keep: { 'created asset': 'assetId' },
};

const repeatable: Readonly<Record<string, Repeatable>> = {
  'platform/node-create': { patch: { preauth_id: null } },
  'platform/node-delete': {
    prepare: [newNode('created node')],
    patch: { nodeid: '{created node}' },
  },
  'platform/variables-delete': {
    prepare: [{ operation: 'platform/variable-create', keep: { 'created variable': 'variable' } }],
    patch: { variable: '{created variable}' },
  },
  'platform/command-invalidate': {
    prepare: [newCommand('created command')],
    patch: { commandId: '{created command}' },
  },
  'platform/valuestore-delete': {
    prepare: [
      {
        operation: 'platform/valuestore-create-value',
        patch: { namespace: { scope: 'global', id: 'MODEL_X_v2' } },
      },
    ],
  },
  'platform/access-token-revoke': {
    prepare: [{ operation: 'platform/access-token-create', keep: { 'created token': 'tokenId' } }],
    patch: { tokenId: '{created token}' },
  },
  'platform/assets-delete': { prepare: [newAsset], patch: { assetId: '{created asset}' } },
  'platform/deployment-abort': {
    prepare: [
      {
        operation: 'platform/deployments-create',
        keep: { 'created deployment': 'deploymentId' },
      },
    ],
    patch: { deploymentId: '{created deployment}' },
  },
  'platform/node-child-add': { prepare: [noChildren] },
  'platform/node-child-remove': {
    prepare: [noChildren, { operation: 'platform/node-child-add' }],
  },
};

/** Wrong type of a field in each operation. */
const malformed: Readonly<Record<string, Patch>> = {
  'platform/node-create': { tags: 'model' },
  'platform/node-list': { limit: 'ten' },
  'platform/node-details': { nodes: 1 },
  'platform/node-update': { updates: 'node_name' },
  'platform/node-authorize': { nodeid: null },
  'platform/node-get-connection-key': { nodeid: null },
  'platform/node-delete': { nodeid: null },
  'platform/variables-list': { limit: 'ten' },
  'platform/variables-delete': { variable: 1 },
  'platform/variables-latest': { nodes: 1 },
  'platform/data-get-data': { from: 'yesterday' },
  'platform/variables-snapshot': { timestamp: 'yesterday' },
  'platform/post-aggregates-variable-by-time': { config: 'avg' },
  'platform/commands-send': { data: 1 },
  'platform/command-status': { commandId: 1 },
  'platform/command-list': { limit: 'ten' },
  'platform/command-invalidate': { commandId: 1 },
  'platform/valuestore-get-value': { key: 1 },
  'platform/valuestore-scan': { limit: 'ten' },
  'platform/valuestore-delete': { key: 1 },
  'platform/logs-getlogs': { limit: 'ten' },
  'platform/access-token-create': { policy: 'all' },
  'platform/access-token-revoke': { tokenId: 1 },
  'platform/assets-create': { uploadParts: 'one' },
  'platform/assets-list': { limit: 'ten' },
  'platform/assets-list-versions': { limit: 'ten' },
  'platform/assets-get': { assetId: 1 },
  'platform/assets-delete': { assetId: 1 },
  'platform/deployments-create': { deploymentStart: 'today' },
  'platform/deployments-list': { limit: 'ten' },
  'platform/deployments-analyze': { deploymentId: 1 },
  'platform/deployment-abort': { deploymentId: 1 },
  'platform/node-child-add': { childNodes: 'meter-1' },
  'platform/node-child-list': { limit: 'ten' },
  'platform/node-child-clear': { parentId: null },
  'platform/health-status': { lastContactThreshold: 'three minutes' },
  'platform/relay-create': { relayType: 1 },
  'platform/streams-create': { expiry: 'tomorrow' },
};

const deletedNode: Preparation[] = [
  newNode('deleted node'),
  { operation: 'platform/node-delete', patch: { nodeid: '{deleted node}' } },
];

const spareNodes: Patch = { nodes: ['{spare node id}'] };
const spareNode: Patch = { nodeid: '{spare node id}' };
const spareNamespace: Patch = { namespace: { id: '{spare node id}' } };
const spareCommand: Pick<Recipe, 'prepare' | 'patch'> = {
  prepare: [{ ...newCommand('command of the spare node'), patch: spareNode }],
  patch: { commandId: '{command of the spare node}' },
};

/** Requests that get a code: changes of the {@link repeatable} request of an operation. */
const others: Readonly<Record<string, Readonly<Record<string, Repeatable>>>> = {
  'auth::accessdenied': {
    'platform/data-get-data': { patch: spareNodes },
    'platform/variables-snapshot': { patch: spareNodes },
    'platform/commands-send': { patch: spareNode },
    'platform/command-status': spareCommand,
    'platform/command-invalidate': spareCommand,
    'platform/command-list': { patch: { filter: { nodeId: '{spare node id}' } } },
    'platform/valuestore-create-value': { patch: spareNamespace },
    'platform/valuestore-get-value': { patch: spareNamespace },
    'platform/valuestore-scan': {
      patch: { filter: { namespace: { id: '{spare node id}' } } },
    },
    'platform/valuestore-delete': {
      patch: { namespace: { scope: 'node', id: '{spare node id}' } },
    },
    'platform/health-status': { patch: spareNodes },
  },
  'node::invaliduuid': {
    'platform/node-update': { patch: { nodeid: 'greenhouse-7' } },
    'platform/node-authorize': { patch: { nodeid: 'greenhouse-7' } },
    'platform/node-get-connection-key': { patch: { nodeid: 'greenhouse-7' } },
    'platform/node-delete': { patch: { nodeid: 'greenhouse-7' } },
    'platform/health-status': { patch: { nodes: ['greenhouse-7'] } },
  },
  'node::nodenotfound': {
    'platform/node-details': { prepare: deletedNode, patch: { nodes: ['{deleted node}'] } },
    'platform/node-update': { prepare: deletedNode, patch: { nodeid: '{deleted node}' } },
    'platform/node-authorize': { prepare: deletedNode, patch: { nodeid: '{deleted node}' } },
    'platform/node-delete': { prepare: deletedNode, patch: { nodeid: '{deleted node}' } },
    'platform/commands-send': { prepare: deletedNode, patch: { nodeid: '{deleted node}' } },
    'platform/health-status': { prepare: deletedNode, patch: { nodes: ['{deleted node}'] } },
  },
  'node::devidexists': {
    'platform/node-authorize': { patch: { ...spareNode, deviceid: '{device id}' } },
  },
  'node::invalidparentid': {
    'platform/node-child-add': { patch: { parentId: 'greenhouse-7' } },
    'platform/node-child-remove': { patch: { parentId: 'greenhouse-7' } },
    'platform/node-child-clear': { patch: { parentId: 'greenhouse-7' } },
  },
  'node::invalidchildid': {
    'platform/node-child-remove': { patch: { childNode: 'greenhouse-7' } },
  },
  'variable::variablerequired': { 'platform/variables-delete': { patch: { variable: null } } },
  'data::variablenotfound': {
    'platform/data-get-data': { patch: { variable: 'Temperature' } },
    'platform/variables-snapshot': { patch: { variable: 'Temperature' } },
    'platform/post-aggregates-variable-by-time': { patch: { variable: 'Temperature' } },
  },
  'data::invalidnodeid': {
    'platform/data-get-data': { patch: { nodes: ['greenhouse-7'] } },
    'platform/variables-snapshot': { patch: { nodes: ['greenhouse-7'] } },
  },
  'cmd::notfound': {
    'platform/command-status': { patch: { commandId: '00000000-0000-4000-8000-000000000000' } },
  },
  'vs::invalidscope': {
    'platform/valuestore-create-value': { patch: { namespace: { scope: 'device' } } },
    'platform/valuestore-delete': { patch: { namespace: { scope: 'device' } } },
  },
  'vs::invalidns': {
    'platform/valuestore-create-value': { patch: { namespace: { id: 'greenhouse-7' } } },
  },
  'vs::keynotfound': { 'platform/valuestore-delete': { patch: { key: 'Push-Interval' } } },
};

/** Operations whose example succeeds once, because no operation prepares another file. */
const once: readonly string[] = ['platform/assets-retry', 'platform/post-assets-complete-upload'];

function changesOf(code: string, operation: string): Repeatable | undefined {
  if (code === 'generic::malformedrequest') {
    const patch = malformed[operation];
    return patch && { patch };
  }
  const isAuth = code === 'auth::tokennotfound' || code === 'auth::accessdenied';
  return others[code]?.[operation] ?? (isAuth ? {} : undefined);
}

/**
 * Returns how to reproduce a code with an operation; with the operation of the catalog's recipe if this one cannot get the code
 * in a sandbox project.
 * @param operation `platform/node-create`; undefined in the catalog
 */
export function recipeFor(code: string, operation?: string): Recipe | NoRecipe | undefined {
  const recipe = recipes[code];
  if (!recipe || 'reason' in recipe || operation === undefined) return recipe;
  if (recipe.operation === operation || once.includes(operation)) return recipe;
  const changes = changesOf(code, operation);
  if (!changes) return recipe;
  const { prepare = [], patch } = repeatable[operation] ?? {};
  return {
    prepare: [...prepare, ...(changes.prepare ?? [])],
    operation,
    patch: { ...patch, ...changes.patch },
    ...(recipe.credential && { credential: recipe.credential }),
    ...(patch && { fix: patch }),
  };
}
