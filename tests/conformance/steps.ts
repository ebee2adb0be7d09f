import type { JsonObject } from '../../packages/openapi-model/src/json-object.ts';
import type { World } from './world.ts';

/** A request of the suite. */
export interface Step {
  /** `platform/node-create` */
  readonly operation: string;
  /** What is special about this request of the operation. */
  readonly note?: string;
  /** Values that replace those of the example. */
  readonly changes?: (world: World) => JsonObject;
  /** Takes the values that later steps need from a successful response. */
  readonly learn?: (world: World, response: JsonObject) => void;
  /** Repeats a read until it returns what an earlier step wrote. */
  readonly isReady?: (response: JsonObject) => boolean;
  /** Whether the target must reject the request. */
  readonly isRejected?: true;
}

const textOf = (response: JsonObject, name: string) => {
  const value = response[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const hasEntries = ({ count }: JsonObject) => count !== 0;

const learnCommand: Step['learn'] = (world, response) => {
  world.learn('command id', textOf(response, 'commandId'));
};

const detailsOf = (world: World, { data }: JsonObject): JsonObject => {
  const nodeId = world.values['node id'] ?? '';
  const node = (data as Record<string, JsonObject | undefined> | undefined)?.[nodeId];
  return node ?? {};
};

const inNode = (world: World) => ({
  namespace: { scope: 'node', id: world.values['node id'] ?? '' },
});

/** Requests in the order in which each of them succeeds. They use only what the suite has created. */
export const steps: readonly Step[] = [
  {
    operation: 'platform/variable-create',
    changes: ({ variable }) => ({ name: variable, variable }),
    learn: (world) => (world.hasVariable = true),
  },
  {
    operation: 'platform/node-create',
    changes: ({ nodeName, values }) => ({
      node_name: nodeName,
      // The tags of the example could select the node for a rollout.
      tags: [{ key: 'conformance', value: nodeName }],
      preauth_id: values['device id'] ?? '',
    }),
    learn: (world, response) => world.learn('node id', textOf(response, 'nodeId')),
  },
  {
    operation: 'platform/node-details',
    learn: (world, response) =>
      world.learn('binding secret', textOf(detailsOf(world, response), 'nodebindingkey')),
  },
  {
    operation: 'platform/node-details',
    note: 'unknown node',
    changes: ({ unknownId }) => ({ nodes: [unknownId] }),
    isRejected: true,
  },
  { operation: 'platform/node-list', changes: () => ({ limit: 1 }) },
  { operation: 'platform/variables-list', changes: () => ({ limit: 1 }) },
  {
    operation: 'platform/node-update',
    changes: ({ nodeName }) => ({
      updates: [{ type: 'node_name', value: `${nodeName}-renamed` }],
    }),
  },
  {
    operation: 'platform/node-get-connection-key',
    learn: (world, response) => (world.connectionKey = textOf(response, 'connectionKey')),
  },
  { operation: 'device/http-time-sync' },
  { operation: 'device/binddevice' },
  { operation: 'device/check' },
  {
    operation: 'device/submitdata',
    changes: ({ variable }) => ({ data: [{ variable, value: 24.5, timestamp: 0 }] }),
  },
  {
    operation: 'device/submitdata',
    note: 'unknown variable',
    changes: ({ variable }) => ({
      data: [{ variable: `${variable}_unknown`, value: 24.5, timestamp: 0 }],
    }),
    isRejected: true,
  },
  { operation: 'platform/variables-latest', isReady: hasEntries },
  {
    operation: 'platform/variables-latest',
    note: 'unknown variable',
    changes: ({ variable }) => ({ variable: `${variable}_unknown` }),
    isRejected: true,
  },
  {
    operation: 'platform/data-get-data',
    changes: ({ now }) => ({ from: seconds(now()) - 3600, to: seconds(now()) }),
    isReady: hasEntries,
  },
  {
    operation: 'platform/variables-snapshot',
    changes: ({ now }) => ({ timestamp: seconds(now()) }),
    isReady: hasEntries,
  },
  {
    operation: 'platform/post-aggregates-variable-by-time',
    changes: ({ now }) => ({ from: seconds(now()) - 3600, to: seconds(now()) }),
  },
  { operation: 'device/logs-submit-logs' },
  {
    operation: 'platform/logs-getlogs',
    changes: ({ now }) => ({ from: now() - 86_400_000, to: now() }),
    isReady: hasEntries,
  },
  { operation: 'device/valuestore-set-value' },
  { operation: 'device/valuestore-get-value' },
  { operation: 'device/valuestore-scan' },
  { operation: 'device/valuestore-delete' },
  { operation: 'platform/valuestore-create-value', changes: inNode },
  { operation: 'platform/valuestore-get-value', changes: inNode },
  {
    operation: 'platform/valuestore-get-value',
    note: 'unknown key',
    changes: (world) => ({ ...inNode(world), key: 'unknown-key' }),
    isRejected: true,
  },
  {
    operation: 'platform/valuestore-scan',
    changes: (world) => ({ filter: inNode(world) }),
  },
  { operation: 'platform/valuestore-delete', changes: inNode },
  { operation: 'platform/commands-send', learn: learnCommand },
  { operation: 'platform/command-list' },
  { operation: 'platform/command-status' },
  { operation: 'device/commands-next' },
  { operation: 'device/commands-list' },
  { operation: 'device/commands-get-details' },
  { operation: 'device/commands-update-status' },
  { operation: 'platform/commands-send', note: 'to invalidate', learn: learnCommand },
  { operation: 'platform/command-invalidate' },
  { operation: 'platform/node-authorize' },
  {
    operation: 'platform/access-token-create',
    changes: ({ variable, values }) => ({
      ttlSec: 60,
      policy: {
        resources: { nodes: [values['node id'] ?? ''], variables: [variable] },
        allow: ['data::getlatest'],
      },
    }),
    learn: (world, response) => world.learn('token id', textOf(response, 'tokenId')),
  },
];

/** Requests that remove what the suite has created, in order. They run after a failure too. */
export const removals: readonly (Step & {
  readonly what: (world: World) => string | undefined;
})[] = [
  {
    operation: 'platform/access-token-revoke',
    what: ({ values }) => values['token id'] && 'the access token, which expires after a minute',
  },
  {
    operation: 'platform/node-delete',
    what: ({ values, nodeName }) => values['node id'] && `the node "${nodeName}"`,
  },
  {
    operation: 'platform/variables-delete',
    what: ({ hasVariable, variable }) => (hasVariable ? `the variable "${variable}"` : undefined),
  },
];

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

const ota = 'would change OTA files or rollouts of the project';
const readsOta = 'reads OTA files or rollouts, which the suite does not create';
const rollout = 'could make the node join a rollout of the project';

/** Operations that the suite does not run, with the reason. */
export const skipped: Readonly<Record<string, string>> = {
  'platform/assets-create': ota,
  'platform/post-assets-complete-upload': ota,
  'platform/assets-retry': ota,
  'platform/assets-delete': ota,
  'platform/assets-list': readsOta,
  'platform/assets-list-versions': readsOta,
  'platform/assets-get': readsOta,
  'platform/deployments-create': ota,
  'platform/deployment-abort': ota,
  'platform/deployments-list': readsOta,
  'platform/deployments-analyze': readsOta,
  'device/v-1-ota-next': rollout,
  'device/v-1-ota-current': rollout,
  'device/v-1-ota-status-update': rollout,
};
