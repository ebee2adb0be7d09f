// first lines
import createClient from 'openapi-fetch';
import type { paths as DevicePaths } from './device.d.ts';
import type { paths as PlatformPaths } from './platform.d.ts';

const { env } = process;
const platform = createClient<PlatformPaths>({
  baseUrl: env.ANEDYA_API_URL ?? '',
  headers: { Authorization: `Bearer ${env.ANEDYA_API_KEY}` },
});
const created = await platform.POST('/node/create', { body: { node_name: 'greenhouse-9' } });
console.log(created.data?.nodeId ?? created.error);
// the session of the tests

const device = createClient<DevicePaths>({
  baseUrl: env.ANEDYA_DEVICE_URL ?? '',
  headers: { Authorization: env.ANEDYA_CONNECTION_KEY ?? '' },
});
const params = { header: { 'Auth-mode': 'key' } } as const;
const node = env.ANEDYA_NODE_ID ?? '';
const now = Date.now();
const seconds = Math.floor(now / 1000);
const variable = 'soil';

await platform.POST('/variables/create', { body: { name: 'Soil', variable, type: 'float' } });
const data = [{ variable, value: 24.5, timestamp: now }];
await device.POST('/submitData', { params, body: { data } });
const latest = await platform.POST('/data/latest', { body: { nodes: [node], variable } });
const aggregated = await platform.POST('/aggregates/variable/byTime', {
  body: {
    variable,
    from: seconds - 3600,
    to: seconds + 60,
    config: { aggregation: { compute: 'max' }, interval: { measure: 'year', interval: 1 } },
  },
});
const points = aggregated.data?.data;

const command = { nodeid: node, command: 'set-led', data: 'on', type: 'string' } as const;
await platform.POST('/commands/send', { body: { ...command, expiry: now + 60_000 } });
const next = await device.POST('/commands/next', { params, body: {} });
const commandId = next.data?.commandId ?? '';
const report = { commandId, status: 'success', ackdata: 'led is on', ackdatatype: 'string' } as const;
await device.POST('/commands/updateStatus', { params, body: report });
const done = await platform.POST('/commands/getDetails', { body: { commandId } });

const namespace = { scope: 'node', id: node } as const;
await platform.POST('/valuestore/setValue', {
  body: { namespace, key: 'interval', value: 30, type: 'float' },
});
const stored = await device.POST('/valuestore/getValue', {
  params,
  body: { namespace: { scope: 'self', id: '' }, key: 'interval' },
});

const assetId = env.ANEDYA_ASSET_ID ?? '';
await platform.POST('/deployments/create', {
  body: {
    assetId,
    deploymentStart: seconds,
    deployementFilter: {},
    deploymentConfig: [
      { stageNumber: 1, stageTarget: 1, autoAbort: false, abortCriteria: 1, delay: 0 },
    ],
  },
});
const update = await device.POST('/ota/next', { params, body: {} });
const deploymentId = update.data?.data?.deploymentId ?? '';
const started = await device.POST('/ota/updateStatus', {
  params,
  body: { deploymentId, status: 'start' },
});

const nodeid = '019f0000-0000-7000-8000-00000000ffff';
const unknown = await platform.POST('/node/getConnectionKey', { body: { nodeid } });

console.log(
  JSON.stringify({
    created: created.data?.success,
    latest: latest.data?.data[node]?.value,
    aggregate: Array.isArray(points) ? points[0]?.aggregate : undefined,
    command: [done.data?.status, done.data?.ackdata],
    stored: stored.data?.value,
    update: [update.data?.data?.assetId === assetId, started.data?.errorcode],
    error: [unknown.response.status, unknown.error?.reasonCode],
  }),
);
