import { expect, it } from 'vitest';
import type { JsonValue, Schema } from '../src/index.ts';
import { readSpecification } from './support/document.ts';

type Name = 'device' | 'platform';

/** Fields of requests that neither facts (specs/facts) nor the sandbox limit, by document and reason. */
const unlimited: Readonly<Record<Name, Readonly<Record<string, readonly string[]>>>> = {
  platform: {
    'names something that exists: any other text is not found': [
      'VariableDeleteRequest.variable',
      'DataGetLatestRequest.variable',
      'DataGetHistoryRequest.variable',
      'DataGetSnapshotRequest.variable',
      'DataAggregateRequest.variable',
      'ValueStoreGetRequest.key',
      'ValueStoreNamespaceFilter.id',
      'ValueStoreDeleteRequest.key',
      'AccessTokenRevokeRequest.tokenId',
      'AssetCompleteUploadRequest.assetId',
      'AssetUploadedPart.etag',
      'AssetListVersionsRequest.assetIdentifier',
      'AssetGetRequest.assetId',
      'AssetRetryRequest.assetId',
      'AssetDeleteRequest.assetId',
      'DeploymentPlan.assetId',
      'DeploymentFilter.assetId',
      'StreamCreateRequest.variables[]',
      'AggregationOptions.timezone',
    ],
    'is compared with names, which need not exist yet': [
      'AccessResources.variables[]',
      'AccessResources.vsglobalscopes[]',
      'AccessResources.vskeys[]',
    ],
    'lists what exists: a project limits it': [
      'NodeIds',
      'DataGetSnapshotRequest.nodes',
      'AggregationFilter.nodes',
      'NodeChildAddRequest.childNodes',
      'NodeGetHealthRequest.nodes',
      'StreamSources.nodes',
      'StreamCreateRequest.variables',
    ],
    'lists values of an enumeration, or changes of one node': [
      'CommandFilter.status',
      'NodeUpdateRequest.updates',
      'StreamCreateRequest.events',
    ],
    'names what the sandbox does not emulate, and the platform does not document': [
      'StreamCreateRequest.events[]',
      'RelayCreateRequest.relayType',
    ],
    'the sandbox counts the tags of a node, not of a request': ['NodeCreateRequest.tags'],
    'the sandbox limits the object, which has at most 4,000 bytes of JSON': [
      'AssetMeta{}',
      'TagFilter{}',
    ],
    'a position in a list: beyond its end, the page is empty': [
      'NodeListRequest.offset',
      'VariableListRequest.offset',
      'CommandListRequest.offset',
      'ValueStoreScanRequest.offset',
      'AssetListRequest.offset',
      'AssetListVersionsRequest.offset',
      'DeploymentListRequest.offset',
      'NodeChildListRequest.offset',
    ],
    'a larger number has the effect of the largest page': ['VariableListRequest.limit'],
    'the limit depends on the current time': [
      'DataGetSnapshotRequest.timestamp',
      'CommandSendRequest.expiry',
      'DeploymentPlan.deploymentExpiry',
    ],
    'any number of the format is valid': [
      'AggregationInterval.interval',
      'ValueStoreValue|oneOf1',
      'DeploymentStage.stageTarget',
      'DeploymentStage.abortCriteria',
      'DeploymentStage.delay',
    ],
  },
  device: {
    'names something that exists: any other text is not found': [
      'DeviceBindRequest.bindingsecret',
      'DataPoint.variable',
      'Namespace.id',
    ],
    'the sandbox limits the bytes and values of a request body': ['DataSubmitRequest.data'],
    'no operation returns it, so the sandbox does not store it': ['OtaUpdateStatusRequest.log'],
    'a position in a list: beyond its end, the page is empty': [
      'CommandListRequest.offset',
      'ValueStoreScanRequest.offset',
    ],
    'a larger number has the effect of the largest page': [
      'CommandListRequest.limit',
      'ValueStoreScanRequest.limit',
    ],
    'any number of the format is valid': [
      'DeviceSendTime',
      'DataValue|oneOf0',
      'ValueStoreValue|oneOf0',
    ],
  },
};

/** Whether a limit of the platform or of the sandbox restricts the values of a schema. */
function isBounded({ type, format = '', ...schema }: Schema): boolean {
  const limits = { ...schema, ...schema['x-sandbox'] };
  if (limits.enum !== undefined || limits.const !== undefined) return true;
  if (type === 'array') return limits.maxItems !== undefined;
  if (type === 'integer' || type === 'number') {
    return limits.minimum !== undefined && limits.maximum !== undefined;
  }
  if (type !== 'string') return true;
  const text = limits.maxLength ?? limits.maxBytes ?? limits.pattern;
  return text !== undefined || ['uuid', 'date-time'].includes(format);
}

type Reference = Schema & { readonly $ref?: string };

interface RawDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Reference>> };
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: {
          readonly requestBody: {
            readonly content: { readonly 'application/json': { readonly schema: Reference } };
          };
        };
      }
    >
  >;
}

/** Parts of a schema, each with the rest of its path. */
function partsOf(schema: Schema): (readonly [string, Reference])[] {
  const { properties = {}, items, additionalProperties, allOf = [], oneOf = [] } = schema;
  return [
    ...Object.entries(properties).map(([name, part]) => [`.${name}`, part] as const),
    ...(items ? [['[]', items] as const] : []),
    ...(typeof additionalProperties === 'object' ? [['{}', additionalProperties] as const] : []),
    ...allOf.map((part) => ['', part] as const),
    ...oneOf.map((part, index) => [`|oneOf${index}`, part] as const),
  ];
}

/** Paths of all unbounded strings, numbers and arrays of request bodies; a path starts at the last component. */
function unboundedFields({ components, paths }: RawDocument): string[] {
  const found = new Map<string, boolean>();
  const visit = (path: string, schema: Reference): void => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.replace('#/components/schemas/', '');
      const component = components.schemas[name];
      if (component && !found.has(name)) visit(name, component);
      return;
    }
    found.set(path, isBounded(schema));
    for (const [rest, part] of partsOf(schema)) visit(path + rest, part);
  };
  for (const [route, { post }] of Object.entries(paths)) {
    visit(route, post.requestBody.content['application/json'].schema);
  }
  return [...found].flatMap(([path, bounded]) => (bounded ? [] : [path]));
}

// Responses have no limits: a client that enforces them would reject those of a later version of the platform.
it.each<Name>(['platform', 'device'])(
  'every field of the requests of the %s document is bounded, or has a reason',
  async (name) => {
    const raw: JsonValue = (await readSpecification(name)).raw;
    const fields = unboundedFields(raw as unknown as RawDocument);
    expect(fields.sort()).toEqual(Object.values(unlimited[name]).flat().sort());
  },
);
