/**
 * How to reproduce each code of the error catalog in a sandbox project, as changes of the examples in the documents. Meaning,
 * cause and fix are in the documents.
 */
import type { JsonValue } from '@anedya-docs/openapi-model';

/**
 * A JSON merge patch (RFC 7386): `null` removes a field. The text `{device id}` is replaced by that value of the project
 * (`x-value`), or by one that a preparation has kept.
 */
export type Patch = Readonly<Record<string, JsonValue>>;

/** A request: the example of an operation with changes. */
export interface RecipeRequest {
  /** `platform/node-create` */
  readonly operation: string;
  readonly patch?: Patch;
  /** Defaults to the first credential of the operation. */
  readonly credential?: 'access token' | 'unknown API key';
}

export interface Preparation extends RecipeRequest {
  /** Fields of the response, or else of the request, by the name under which later requests use them. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** Requests that get an error and correct it. */
export interface Recipe extends RecipeRequest {
  readonly prepare?: readonly Preparation[];
  /** Changes of the example in the corrected request, which has the usual credential; none by default. */
  readonly fix?: Patch;
}

/** Why a code has no recipe, in a sentence (Markdown); empty for the code of a success. */
export interface NoRecipe {
  readonly reason: string;
}

export const newNode = (name: string): Preparation => ({
  operation: 'platform/node-create',
  patch: { preauth_id: null },
  keep: { [name]: 'nodeId' },
});

export const newCommand = (name: string): Preparation => ({
  operation: 'platform/commands-send',
  keep: { [name]: 'commandId' },
});

/** Removes the children that an earlier run has added. */
export const noChildren: Preparation = { operation: 'platform/node-child-clear' };

const child = (nodeId: string, alias: string) => ({ nodeId, alias });

/** An error in the configuration of aggregates. */
const aggregates = (config: JsonValue): Recipe => ({
  operation: 'platform/post-aggregates-variable-by-time',
  patch: { config },
});

const success = { reason: '' };

/** Recipes by code, in the order of the documents. */
export const recipes: Readonly<Record<string, Recipe | NoRecipe>> = {
  'generic::ok': success,
  'generic::malformedrequest': {
    operation: 'platform/variable-create',
    patch: { type: 'integer' },
  },
  'auth::accessdenied': {
    operation: 'platform/variables-latest',
    patch: { nodes: ['{spare node id}'] },
    credential: 'access token',
    fix: { nodes: ['{spare node id}'] },
  },
  'auth::tokennotfound': { operation: 'platform/node-list', credential: 'unknown API key' },

  'node::nodenotfound': {
    prepare: [
      newNode('deleted node'),
      { operation: 'platform/node-delete', patch: { nodeid: '{deleted node}' } },
    ],
    operation: 'platform/node-get-connection-key',
    patch: { nodeid: '{deleted node}' },
  },
  'node::invaliduuid': { operation: 'platform/node-details', patch: { nodes: ['greenhouse-7'] } },
  'node::devidexists': {
    operation: 'platform/node-create',
    patch: { preauth_id: '{device id}' },
  },
  'node::devicenotfound': {
    operation: 'platform/node-authorize',
    patch: { deviceid: 'greenhouse-7' },
  },
  'node::childexists': {
    prepare: [
      noChildren,
      newNode('other child'),
      {
        operation: 'platform/node-child-add',
        patch: { childNodes: [child('{spare node id}', 'meter-1')] },
      },
    ],
    operation: 'platform/node-child-add',
    patch: {
      childNodes: [child('{spare node id}', 'meter-2'), child('{other child}', 'meter-3')],
    },
    fix: { childNodes: [child('{other child}', 'meter-3')] },
  },
  'node::uniquealiasviolation': {
    prepare: [noChildren, newNode('other child')],
    operation: 'platform/node-child-add',
    patch: {
      childNodes: [child('{spare node id}', 'meter-1'), child('{other child}', 'meter-1')],
    },
    fix: {
      childNodes: [child('{spare node id}', 'meter-1'), child('{other child}', 'meter-2')],
    },
  },
  'node::uniquechildviolation': {
    prepare: [noChildren],
    operation: 'platform/node-child-add',
    patch: {
      childNodes: [child('{spare node id}', 'meter-1'), child('{spare node id}', 'meter-2')],
    },
    fix: { childNodes: [child('{spare node id}', 'meter-1')] },
  },
  'node::childnotfound': {
    prepare: [
      noChildren,
      newNode('other node'),
      {
        operation: 'platform/node-child-add',
        patch: { childNodes: [child('{spare node id}', 'meter-1')] },
      },
    ],
    operation: 'platform/node-child-remove',
    patch: { childNode: '{other node}' },
    fix: { childNode: '{spare node id}' },
  },
  'node::invalidparentid': {
    operation: 'platform/node-child-list',
    patch: { parentId: 'greenhouse-7' },
  },
  'node::invalidchildid': {
    prepare: [noChildren],
    operation: 'platform/node-child-add',
    patch: { childNodes: [child('greenhouse-7', 'meter-1')] },
    fix: { childNodes: [child('{spare node id}', 'meter-1')] },
  },

  'data::variablenotfound': {
    operation: 'platform/variables-latest',
    patch: { variable: 'Temperature' },
  },
  'data::invalidnodeid': {
    operation: 'platform/variables-latest',
    patch: { nodes: ['greenhouse-7'] },
  },
  'data::invalidorder': { operation: 'platform/data-get-data', patch: { order: 'newest' } },

  'logs::invalidnodeid': {
    operation: 'platform/logs-getlogs',
    patch: { nodeid: 'greenhouse-7' },
  },
  'logs::invalidtimerange': { operation: 'platform/logs-getlogs', patch: { to: 1 } },

  'variable::namerequired': { operation: 'platform/variable-create', patch: { name: null } },
  'variable::variablerequired': {
    operation: 'platform/variable-create',
    patch: { variable: null },
  },
  'variable::typerequired': { operation: 'platform/variable-create', patch: { type: null } },
  'variable::notfound': {
    prepare: [
      {
        operation: 'platform/variable-create',
        keep: { 'created variable': 'variable', 'its name': 'name' },
      },
    ],
    operation: 'platform/variables-delete',
    patch: { variable: '{its name}' },
    fix: { variable: '{created variable}' },
  },

  'fa::invalidexpiry': {
    operation: 'platform/access-token-create',
    patch: { ttlSec: 7_776_001 },
  },
  'fa::tokennofound': {
    prepare: [{ operation: 'platform/access-token-create', keep: { 'created token': 'tokenId' } }],
    operation: 'platform/access-token-revoke',
    patch: { tokenId: 'greenhouse-7' },
    fix: { tokenId: '{created token}' },
  },

  'cmd::invalidexpiry': { operation: 'platform/commands-send', patch: { expiry: 3600 } },
  'cmd::unknowntype': { operation: 'platform/commands-send', patch: { type: 'json' } },
  'cmd::notfound': {
    prepare: [
      newCommand('pending command'),
      newCommand('invalid command'),
      {
        operation: 'platform/command-invalidate',
        patch: { commandId: '{invalid command}' },
      },
    ],
    operation: 'platform/command-invalidate',
    patch: { commandId: '{invalid command}' },
    fix: { commandId: '{pending command}' },
  },
  'cmd::invalidfilter': {
    operation: 'platform/command-list',
    patch: { filter: { status: ['queued'] } },
  },
  'cmd::cmdidtoolong': {
    operation: 'platform/commands-send',
    patch: { command: 'set-the-brightness-of-the-lamp-in-the-north-bay-to-full' },
  },

  'vs::invalidscope': {
    operation: 'platform/valuestore-get-value',
    patch: { namespace: { scope: 'device' } },
  },
  'vs::invalidns': {
    operation: 'platform/valuestore-get-value',
    patch: { namespace: { id: 'greenhouse-7' } },
  },
  'vs::invalidtype': {
    operation: 'platform/valuestore-create-value',
    patch: { type: 'integer' },
  },
  'vs::invalidrequest': { operation: 'platform/valuestore-create-value', patch: { key: null } },
  'vs::keynotfound': {
    prepare: [{ operation: 'platform/valuestore-create-value' }],
    operation: 'platform/valuestore-get-value',
    patch: { key: 'Push-Interval' },
  },

  'aggregates::invalidaggregationmethod': aggregates({ aggregation: { compute: 'mean' } }),
  'aggregates::missingaggregationmethod': aggregates({ aggregation: { compute: null } }),
  'aggregates::invalidintervalmeasure': aggregates({ interval: { measure: 'second' } }),
  'aggregates::invalidinterval': aggregates({ interval: { interval: 0 } }),
  'aggregates::invalidtimezone': aggregates({ responseOptions: { timezone: 'Berlin' } }),
  'aggregates::invalidfiltertype': aggregates({ filter: { type: 'only' } }),
  'aggregates::invalidtimerange': {
    operation: 'platform/post-aggregates-variable-by-time',
    patch: { to: 1 },
  },

  'health::limitexceeded': {
    operation: 'platform/health-status',
    patch: { lastContactThreshold: 604_801 },
  },

  '0': success,
  '4020': {
    operation: 'device/submitdata',
    patch: { data: [{ variable: 'Temperature', value: 21.5, timestamp: 0 }] },
  },
  '4040': {
    reason:
      'The sandbox returns it over MQTT, and this page sends HTTP. Publish the request of `4020` in the [MQTT console](/device/mqtt-endpoints/).',
  },
};
