// first lines
import { createClient } from './platform/client';
import { nodeCreate } from './platform';

const { env } = process;
const platform = createClient({
  baseUrl: env.ANEDYA_API_URL ?? '',
  auth: env.ANEDYA_API_KEY ?? '',
});
const created = await nodeCreate({ client: platform, body: { node_name: 'greenhouse-9' } });
console.log(created.data?.nodeId ?? created.error);
// the session of the tests

import * as devices from './device';
import { createClient as createDeviceClient } from './device/client';
import * as api from './platform';

const device = createDeviceClient({
  baseUrl: env.ANEDYA_DEVICE_URL ?? '',
  auth: env.ANEDYA_CONNECTION_KEY ?? '',
});
const sent = { client: device, headers: { 'Auth-mode': 'key' } } as const;
const node = env.ANEDYA_NODE_ID ?? '';
const now = Date.now();
const seconds = Math.floor(now / 1000);
const variable = 'soil';

await api.variableCreate({ client: platform, body: { name: 'Soil', variable, type: 'float' } });
const data = [{ variable, value: 24.5, timestamp: now }];
await devices.dataSubmit({ ...sent, body: { data } });
const latest = await api.dataGetLatest({ client: platform, body: { nodes: [node], variable } });
const aggregated = await api.dataAggregate({
  client: platform,
  body: {
    variable,
    from: seconds - 3600,
    to: seconds + 60,
    config: { aggregation: { compute: 'max' }, interval: { measure: 'year', interval: 1 } },
  },
});
const points = aggregated.data?.data;

const command = { nodeid: node, command: 'set-led', data: 'on', type: 'string' } as const;
await api.commandSend({ client: platform, body: { ...command, expiry: now + 60_000 } });
const next = await devices.commandGetNext({ ...sent, body: {} });
const commandId = next.data?.commandId ?? '';
const report = { commandId, status: 'success', ackdata: 'led is on', ackdatatype: 'string' } as const;
await devices.commandUpdateStatus({ ...sent, body: report });
const done = await api.commandGet({ client: platform, body: { commandId } });

const namespace = { scope: 'node', id: node } as const;
await api.valueStoreSet({
  client: platform,
  body: { namespace, key: 'interval', value: 30, type: 'float' },
});
const stored = await devices.valueStoreGet({
  ...sent,
  body: { namespace: { scope: 'self', id: '' }, key: 'interval' },
});

const assetId = env.ANEDYA_ASSET_ID ?? '';
await api.deploymentCreate({
  client: platform,
  body: {
    assetId,
    deploymentStart: seconds,
    deployementFilter: {},
    deploymentConfig: [
      { stageNumber: 1, stageTarget: 1, autoAbort: false, abortCriteria: 1, delay: 0 },
    ],
  },
});
const update = await devices.otaGetNext({ ...sent, body: {} });
const deploymentId = update.data?.data?.deploymentId ?? '';
const started = await devices.otaUpdateStatus({ ...sent, body: { deploymentId, status: 'start' } });

const nodeid = '019f0000-0000-7000-8000-00000000ffff';
const unknown = await api.nodeGetConnectionKey({ client: platform, body: { nodeid } });

console.log(
  JSON.stringify({
    created: created.data?.success,
    latest: latest.data?.data[node]?.value,
    aggregate: Array.isArray(points) ? points[0]?.aggregate : undefined,
    command: [done.data?.status, done.data?.ackdata],
    stored: stored.data?.value,
    update: [update.data?.data?.assetId === assetId, started.data?.errorcode],
    error: [unknown.response?.status, unknown.error?.reasonCode],
  }),
);
