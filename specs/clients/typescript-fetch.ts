// first lines
import { Configuration, NodesApi } from './platform';

const { env } = process;
const platform = new Configuration({
  basePath: env.ANEDYA_API_URL ?? '',
  accessToken: env.ANEDYA_API_KEY ?? '',
});
const nodes = new NodesApi(platform);
const created = await nodes.nodeCreate({ nodeCreateRequest: { node_name: 'greenhouse-9' } });
console.log(created.nodeId);
// the session of the tests

import * as devices from './device';
import * as api from './platform';

const device = new devices.Configuration({
  basePath: env.ANEDYA_DEVICE_URL ?? '',
  apiKey: env.ANEDYA_CONNECTION_KEY ?? '',
});
const authMode = devices.AuthMode.Key;
const node = env.ANEDYA_NODE_ID ?? '';
const now = Date.now();
const seconds = Math.floor(now / 1000);
const variable = 'soil';

await new api.VariablesApi(platform).variableCreate({
  variableCreateRequest: { name: 'Soil', variable, type: api.VariableType.Float },
});
await new devices.DataApi(device).dataSubmit({
  authMode,
  dataSubmitRequest: { data: [{ variable, value: 24.5, timestamp: now }] },
});
const latest = await new api.DataApi(platform).dataGetLatest({
  dataGetLatestRequest: { nodes: [node], variable },
});
const aggregated = await new api.AggregationsApi(platform).dataAggregate({
  dataAggregateRequest: {
    variable,
    from: seconds - 3600,
    to: seconds + 60,
    config: { aggregation: { compute: 'max' }, interval: { measure: 'year', interval: 1 } },
  },
});
const points = aggregated.data;

const commands = new api.CommandsApi(platform);
await commands.commandSend({
  commandSendRequest: {
    nodeid: node,
    command: 'set-led',
    data: 'on',
    type: api.CommandDataType.String,
    expiry: now + 60_000,
  },
});
const received = new devices.CommandsApi(device);
const { commandId = '' } = await received.commandGetNext({ authMode, emptyRequest: {} });
await received.commandUpdateStatus({
  authMode,
  commandUpdateStatusRequest: {
    commandId,
    status: 'success',
    ackdata: 'led is on',
    ackdatatype: 'string',
  },
});
const done = await commands.commandGet({ commandGetRequest: { commandId } });

await new api.ValueStoreApi(platform).valueStoreSet({
  valueStoreSetRequest: {
    namespace: { scope: api.NamespaceScope.Node, id: node },
    key: 'interval',
    value: 30,
    type: api.ValueStoreType.Float,
  },
});
const stored = await new devices.ValueStoreApi(device).valueStoreGet({
  authMode,
  valueStoreGetRequest: {
    namespace: { scope: devices.NamespaceScope.Self, id: '' },
    key: 'interval',
  },
});

const assetId = env.ANEDYA_ASSET_ID ?? '';
await new api.DeploymentsApi(platform).deploymentCreate({
  deploymentPlan: {
    assetId,
    deploymentStart: seconds,
    deployementFilter: {},
    deploymentConfig: [
      { stageNumber: 1, stageTarget: 1, autoAbort: false, abortCriteria: 1, delay: 0 },
    ],
  },
});
const updates = new devices.OTAUpdatesApi(device);
const update = await updates.otaGetNext({ authMode, emptyRequest: {} });
const deploymentId = update.data?.deploymentId ?? '';
const started = await updates.otaUpdateStatus({
  authMode,
  otaUpdateStatusRequest: { deploymentId, status: 'start' },
});

const nodeid = '019f0000-0000-7000-8000-00000000ffff';
const error: unknown = await nodes
  .nodeGetConnectionKey({ nodeGetConnectionKeyRequest: { nodeid } })
  .catch((reason: unknown) => reason);
if (!(error instanceof api.ResponseError)) throw new Error('the node is unknown');
const { reasonCode } = (await error.response.json()) as api.ErrorResponse;

console.log(
  JSON.stringify({
    created: created.success,
    latest: latest.data[node]?.value,
    aggregate: Array.isArray(points) ? points[0]?.aggregate : undefined,
    command: [done.status, done.ackdata],
    stored: stored.value,
    update: [update.data?.assetId === assetId, started.errorcode],
    error: [error.response.status, reasonCode],
  }),
);
