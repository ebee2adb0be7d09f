// Generated from the OpenAPI documents. Update with: npm run generate

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly 'platform/node-create': {
      readonly node_name: string;
      readonly node_desc?: string;
      readonly tags?: readonly {
        readonly key: string;
        readonly value: string;
      }[];
      readonly preauth_id?: string;
    };
    readonly 'platform/node-list': {
      readonly limit?: number;
      readonly offset?: number;
      readonly order?: 'asc' | 'desc';
    };
    readonly 'platform/node-details': {
      readonly nodes: readonly string[];
    };
    readonly 'platform/node-update': {
      readonly nodeid: string;
      readonly updates: readonly {
        readonly type: 'node_name' | 'node_desc' | 'tag';
        readonly value?: string;
        readonly tag?: {
          readonly key: string;
          readonly value: string;
        };
      }[];
    };
    readonly 'platform/node-authorize': {
      readonly nodeid: string;
      readonly deviceid: string;
    };
    readonly 'platform/node-get-connection-key': {
      readonly nodeid: string;
    };
    readonly 'platform/node-delete': {
      readonly nodeid: string;
    };
    readonly 'platform/variable-create': {
      readonly name: string;
      readonly variable: string;
      readonly type: 'float' | 'geo' | 'status';
      readonly desc?: string;
      readonly ttl?: number;
    };
    readonly 'platform/variables-list': {
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly 'platform/variables-delete': {
      readonly variable: string;
    };
    readonly 'platform/variables-latest': {
      readonly nodes: readonly string[];
      readonly variable: string;
    };
    readonly 'platform/data-get-data': {
      readonly variable: string;
      readonly nodes: readonly string[];
      readonly from: number;
      readonly to: number;
      readonly limit?: number;
      readonly order?: 'asc' | 'desc';
    };
    readonly 'platform/variables-snapshot': {
      readonly nodes: readonly string[];
      readonly variable: string;
      readonly timestamp: number;
    };
    readonly 'platform/post-aggregates-variable-by-time': {
      readonly variable: string;
      readonly from: number;
      readonly to: number;
      readonly config: {
        readonly aggregation: {
          readonly compute:
            'sum' | 'avg' | 'median' | 'min' | 'max' | 'diff' | 'deltasum' | 'stddev';
          readonly forEachNode?: boolean;
        };
        readonly interval: {
          readonly measure: 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute';
          readonly interval: number;
        };
        readonly responseOptions?: {
          readonly timezone?: string;
        };
        readonly filter?: {
          readonly nodes: readonly string[];
          readonly type: 'include' | 'exclude';
        };
      };
    };
    readonly 'platform/commands-send': {
      readonly nodeid: string;
      readonly command: string;
      readonly data: string;
      readonly type: 'string' | 'binary';
      readonly expiry?: number;
    };
    readonly 'platform/command-status': {
      readonly commandId: string;
    };
    readonly 'platform/command-list': {
      readonly filter?: {
        readonly nodeId?: string;
        readonly status?: readonly (
          'pending' | 'received' | 'processing' | 'success' | 'failure' | 'invalidated'
        )[];
      };
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly 'platform/command-invalidate': {
      readonly commandId: string;
    };
    readonly 'platform/valuestore-create-value': {
      readonly namespace: {
        readonly scope: 'global' | 'node';
        readonly id: string;
      };
      readonly key: string;
      readonly value: string | number | boolean;
      readonly type: 'string' | 'binary' | 'float' | 'boolean';
    };
    readonly 'platform/valuestore-get-value': {
      readonly namespace: {
        readonly scope: 'global' | 'node';
        readonly id: string;
      };
      readonly key: string;
    };
    readonly 'platform/valuestore-scan': {
      readonly filter: {
        readonly namespace: {
          readonly scope: 'global' | 'node';
          readonly id?: string;
        };
      };
      readonly orderby: 'namespace' | 'key' | 'created';
      readonly order?: 'asc' | 'desc';
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly 'platform/valuestore-delete': {
      readonly namespace: {
        readonly scope: 'global' | 'node';
        readonly id: string;
      };
      readonly key: string;
    };
    readonly 'platform/logs-getlogs': {
      readonly nodeid: string;
      readonly from: number;
      readonly to?: number;
      readonly order?: 'asc' | 'desc';
      readonly limit?: number;
    };
    readonly 'platform/access-token-create': {
      readonly ttlSec: number;
      readonly policy: {
        readonly resources?: {
          readonly nodes?: readonly string[];
          readonly variables?: readonly string[];
          readonly vsglobalscopes?: readonly string[];
          readonly vskeys?: readonly string[];
          readonly streams?: readonly string[];
        };
        readonly allow: readonly (
          | 'data::getsnapshot'
          | 'data::getlatest'
          | 'data::gethistorical'
          | 'cmd::sendcommand'
          | 'cmd::listcommands'
          | 'cmd::getstatus'
          | 'cmd::invalidate'
          | 'vs::getvalue'
          | 'vs::setvalue'
          | 'vs::scankeys'
          | 'vs::deletekeys'
          | 'streams::connect'
          | 'health::gethbstats'
          | 'health::getstatus'
        )[];
      };
    };
    readonly 'platform/access-token-revoke': {
      readonly tokenId: string;
    };
    readonly 'platform/assets-create': {
      readonly assetIdentifier: string;
      readonly assetVersion: string;
      readonly assetDesc?: string;
      readonly assetSigned: boolean;
      readonly assetSignature?: string;
      readonly assetMeta?: {
        readonly [key: string]: string;
      };
      readonly assetChecksum?: string;
      readonly uploadParts?: number;
    };
    readonly 'platform/post-assets-complete-upload': {
      readonly assetId: string;
      readonly parts?: readonly {
        readonly partNumber: number;
        readonly etag: string;
      }[];
    };
    readonly 'platform/assets-list': {
      readonly filter?: {
        readonly status?: 'uploadpending' | 'queued' | 'merging' | 'deployable' | 'mergefailed';
      };
      readonly orderby?: 'aidentifiersset' | 'creation' | 'assetsize' | 'astatussset';
      readonly order?: 'asc' | 'desc';
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly 'platform/assets-list-versions': {
      readonly assetIdentifier: string;
      readonly limit?: number;
      readonly offset?: number;
      readonly order?: 'asc' | 'desc';
    };
    readonly 'platform/assets-get': {
      readonly assetId: string;
    };
    readonly 'platform/assets-retry': {
      readonly assetId: string;
    };
    readonly 'platform/assets-delete': {
      readonly assetId: string;
    };
    readonly 'platform/deployments-create': {
      readonly deploymentName?: string;
      readonly deploymentComment?: string;
      readonly deploymentStart: number;
      readonly deploymentExpiry?: number;
      readonly assetId: string;
      readonly deployementFilter: {
        readonly [key: string]: string;
      };
      readonly deploymentConfig: readonly {
        readonly stageNumber: number;
        readonly stageName?: string;
        readonly stageTarget: number;
        readonly autoAbort: boolean;
        readonly abortCriteria: number;
        readonly delay: number;
      }[];
    };
    readonly 'platform/deployments-list': {
      readonly filter?: {
        readonly assetId?: string;
      };
      readonly orderby?: 'creation';
      readonly order?: 'asc' | 'desc';
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly 'platform/deployments-analyze': {
      readonly deploymentId: string;
    };
    readonly 'platform/deployment-abort': {
      readonly deploymentId: string;
    };
    readonly 'platform/node-child-add': {
      readonly parentId: string;
      readonly childNodes: readonly {
        readonly nodeId: string;
        readonly alias: string;
      }[];
    };
    readonly 'platform/node-child-list': {
      readonly parentId: string;
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly 'platform/node-child-remove': {
      readonly parentId: string;
      readonly childNode: string;
    };
    readonly 'platform/node-child-clear': {
      readonly parentId: string;
    };
    readonly 'platform/health-status': {
      readonly nodes: readonly string[];
      readonly lastContactThreshold: number;
    };
    readonly 'platform/relay-create': {
      readonly relayType: string;
    };
    readonly 'platform/streams-create': {
      readonly sources: {
        readonly nodes?: readonly string[];
      };
      readonly events: readonly string[];
      readonly variables?: readonly string[];
      readonly expiry: number;
    };
    readonly 'device/binddevice': {
      readonly reqId?: string;
      readonly deviceid: string;
      readonly bindingsecret: string;
    };
    readonly 'device/check': {
      readonly reqId?: string;
    };
    readonly 'device/http-time-sync': {
      readonly reqId?: string;
      readonly deviceSendTime?: number;
    };
    readonly 'device/submitdata': {
      readonly reqId?: string;
      readonly data: readonly {
        readonly variable: string;
        readonly value:
          | number
          | {
              readonly lat: number;
              readonly long: number;
            }
          | string;
        readonly timestamp: number;
      }[];
    };
    readonly 'device/commands-next': {
      readonly reqId?: string;
    };
    readonly 'device/commands-update-status': {
      readonly reqId?: string;
      readonly commandId: string;
      readonly status: 'received' | 'processing' | 'success' | 'failure';
      readonly ackdata?: string;
      readonly ackdatatype?: 'string' | 'binary' | '';
    };
    readonly 'device/commands-list': {
      readonly reqId?: string;
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly 'device/commands-get-details': {
      readonly reqId?: string;
      readonly commandId: string;
    };
    readonly 'device/valuestore-set-value': {
      readonly reqId?: string;
      readonly key: string;
      readonly value: number | boolean | string;
      readonly type: 'float' | 'string' | 'boolean' | 'binary';
    };
    readonly 'device/valuestore-get-value': {
      readonly reqId?: string;
      readonly namespace: {
        readonly scope: 'self' | 'global';
        readonly id: string;
      };
      readonly key: string;
    };
    readonly 'device/valuestore-scan': {
      readonly reqId?: string;
      readonly limit?: number;
      readonly offset?: number;
    };
    readonly 'device/valuestore-delete': {
      readonly reqId?: string;
      readonly key: string;
    };
    readonly 'device/logs-submit-logs': {
      readonly reqId?: string;
      readonly data: readonly {
        readonly timestamp: number;
        readonly log: string;
      }[];
    };
    readonly 'device/v-1-ota-next': {
      readonly reqId?: string;
    };
    readonly 'device/v-1-ota-status-update': {
      readonly reqId?: string;
      readonly deploymentId: string;
      readonly status: 'start' | 'success' | 'failure' | 'skipped';
      readonly log?: string;
    };
    readonly 'device/v-1-ota-current': {
      readonly reqId?: string;
    };
    readonly 'device/heartbeat': {
      readonly reqId?: string;
    };
    readonly 'device/events-submit': {
      readonly reqId?: string;
      readonly eventType: string;
      readonly timestamp: number;
      readonly data: Record<string, unknown>;
    };
    readonly 'device/gateway-submitdata': {
      readonly reqId?: string;
      readonly childAlias: string;
      readonly data: readonly {
        readonly variable: string;
        readonly value:
          | number
          | {
              readonly lat: number;
              readonly long: number;
            }
          | string;
        readonly timestamp: number;
      }[];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
