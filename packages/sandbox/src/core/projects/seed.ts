import { bytesToHex } from '@noble/hashes/utils.js';
import { newNodeKey, tokenLengths } from '../auth/keys.ts';
import type { Context, Policy } from '../context.ts';
import type { Deps } from '../deps.ts';

/** Context of the request that creates or resets a project. */
export type SeedContext = Pick<Context, 'tx' | 'projectId' | 'ids' | 'now'> & Pick<Deps, 'sha256'>;

const hour = 3_600_000;

interface DemoAsset {
  readonly identifier: string;
  readonly version: string;
  readonly description: string;
  readonly status: 'uploadpending' | 'deployable' | 'mergefailed';
  /** Contents of the parts; joined, they are the file. */
  readonly parts: readonly string[];
  /** Response of the upload of each part. */
  readonly etags?: readonly string[];
  /** Milliseconds since it was created. */
  readonly age: number;
}

const text = 'Demo firmware of the sandbox. It does nothing.\n';
const halves = [text.slice(0, 20), text.slice(20)] as const;

/** The file of the sample deployment. */
const deployed: DemoAsset = {
  identifier: 'main-firmware',
  version: '1.0.0',
  description: 'Demo file, rolled out',
  status: 'deployable',
  parts: [text],
  age: 3 * hour,
};

const others: readonly DemoAsset[] = [
  {
    identifier: 'radio-firmware',
    version: '2.0.0',
    status: 'uploadpending',
    description: 'Both parts are uploaded: complete the upload',
    parts: halves,
    age: 2 * hour,
    // The ETags are those of the operation's example.
    etags: ['EXAMPLE-ETAG-1', 'EXAMPLE-ETAG-2'],
  },
  {
    identifier: 'display-firmware',
    version: '0.9.0',
    status: 'mergefailed',
    description: 'A part was missing and is uploaded now: retry the merge',
    parts: halves,
    age: hour,
  },
  {
    identifier: 'main-firmware',
    version: '1.1.0',
    status: 'deployable',
    parts: [text],
    description: 'Demo file, not deployed',
    age: 0,
  },
];

/** Sample files whose upload has not ended. */
export const sampleUploads: readonly DemoAsset[] = others.filter(
  ({ status }) => status !== 'deployable',
);

export async function seedAsset(context: SeedContext, asset: DemoAsset): Promise<string> {
  const { tx, projectId, ids, sha256, now } = context;
  const { identifier, version, description, status, age } = asset;
  const id = ids.uuid();
  const parts = asset.parts.map((part, index) => {
    const bytes = new TextEncoder().encode(part);
    const etag = asset.etags?.[index] ?? bytesToHex(sha256(bytes));
    return { part: index + 1, size: bytes.length, etag, bytes };
  });
  const isWhole = status === 'deployable';
  const file = new TextEncoder().encode(asset.parts.join(''));
  const created = now - age;
  const completed = status === 'uploadpending' ? null : created;
  await tx
    .insertInto('assets')
    .values({
      project_id: projectId,
      id,
      identifier,
      version,
      description,
      status,
      created,
      completed,
      is_signed: 0,
      signature: '',
      meta: '{"model":"mk1"}',
      parts: parts.length,
      checksum: isWhole ? bytesToHex(sha256(file)) : '',
      size: isWhole ? file.length : 0,
      etags: '{}',
      joining: status === 'mergefailed' ? created : null,
    })
    .execute();
  await tx
    .insertInto('asset_parts')
    .values(parts.map((part) => ({ project_id: projectId, asset_id: id, ...part })))
    .execute();
  return id;
}

/**
 * Creates an asset that is deployed, one that can be, one whose upload can be completed, and one whose parts can be merged
 * again.
 * @returns id of the first
 */
async function seedAssets(context: SeedContext): Promise<string> {
  const id = await seedAsset(context, deployed);
  for (const asset of others) await seedAsset(context, asset);
  return id;
}

const demo = { name: 'greenhouse-1', description: 'Demo device. Its data is generated.' };
const spare = { name: 'greenhouse-2', description: 'No device yet: bind or authorize one.' };

/**
 * Creates a node with a bound device that has connected, and a node without a device.
 * @returns id of the first
 */
async function seedNodes({ tx, projectId, ids, now }: SeedContext): Promise<string> {
  const row = (node: typeof demo, deviceId: string | null) => ({
    project_id: projectId,
    id: ids.uuid(),
    ...node,
    device_id: deviceId,
    is_bound: deviceId === null ? 0 : 1,
    suspended: 0,
    connection_key: newNodeKey(ids),
    binding_secret: newNodeKey(ids),
    created: now,
    modified: now,
    last_heartbeat: deviceId === null ? null : now,
  });
  const bound = row(demo, ids.uuid());
  await tx
    .insertInto('nodes')
    .values([bound, row(spare, null)])
    .execute();
  await tx
    .insertInto('node_tags')
    .values([
      { project_id: projectId, node_id: bound.id, key: 'model', value: 'mk1' },
      { project_id: projectId, node_id: bound.id, key: 'location', value: 'north' },
    ])
    .execute();
  return bound.id;
}

/** A value of the sample device. */
interface Sample {
  readonly variable: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly number: number | null;
  /** JSON. */
  readonly json: string | null;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const step = 5 * minute;

/** Returns a pseudo-random number in -1..1 that depends only on the time. */
function noise(timestamp: number, salt: number): number {
  const x = Math.sin((timestamp / step) * 12.9898 + salt * 78.233) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** Position within the day, 0 at midnight UTC. */
function partOfDay(timestamp: number): number {
  return (timestamp % day) / day;
}

/** Degrees Celsius: coldest before dawn, warmest in the afternoon. */
function temperature(timestamp: number): number {
  const swing = Math.sin(2 * Math.PI * (partOfDay(timestamp) - 0.4));
  return round(23 + 5 * swing + 0.4 * noise(timestamp, 1), 2);
}

/** A path of a few hundred meters around one place. */
function position(timestamp: number): string {
  const angle = 2 * Math.PI * partOfDay(timestamp);
  const lat = 22.3 + 0.002 * Math.cos(angle) + 0.0001 * noise(timestamp, 2);
  const long = 73.2 + 0.002 * Math.sin(angle) + 0.0001 * noise(timestamp, 3);
  return JSON.stringify({ lat: round(lat, 6), long: round(long, 6) });
}

/** Opens occasionally during working hours. */
function doorState(timestamp: number): string {
  const works = Math.abs(partOfDay(timestamp) - 0.5) < 0.2;
  return JSON.stringify(works && noise(timestamp, 4) > 0.6 ? 'open' : 'closed');
}

/** Returns the values of a day in steps of 5 minutes, the newest at or before now. A timestamp always has the same value. */
export function demoSamples(now: number): readonly Sample[] {
  const last = now - (now % step);
  const timestamps = Array.from(
    { length: day / step },
    (_, index) => last - index * step,
  ).reverse();
  return timestamps.flatMap((timestamp) => [
    { variable: 'temperature', timestamp, number: temperature(timestamp), json: null },
    { variable: 'position', timestamp, number: null, json: position(timestamp) },
    { variable: 'door_state', timestamp, number: null, json: doorState(timestamp) },
  ]);
}

/** One variable of each type. */
const variables = [
  { variable: 'temperature', name: 'Room temperature', type: 'float', description: 'degC' },
  { variable: 'position', name: 'Position', type: 'geo', description: '' },
  { variable: 'door_state', name: 'Door', type: 'status', description: 'open or closed' },
] as const;

/** Creates variables of the three types, and a day of values of the sample device. */
async function seedData(context: SeedContext, nodeId: string): Promise<void> {
  const { tx, projectId, ids, now } = context;
  await tx
    .insertInto('variables')
    .values(
      variables.map((variable) => ({
        project_id: projectId,
        id: ids.uuid(),
        ...variable,
        ttl: 0,
        created: now,
      })),
    )
    .execute();
  const samples = demoSamples(now);
  await tx
    .insertInto('points')
    .values(samples.map((sample) => ({ project_id: projectId, node_id: nodeId, ...sample })))
    .execute();
  await tx
    .insertInto('point_counts')
    .values({ project_id: projectId, points: samples.length })
    .execute();
  const lines = ['booted', 'connected'].map((line, index) => ({
    project_id: projectId,
    node_id: nodeId,
    id: ids.uuid(),
    timestamp: now - 60_000 + index * 1000,
    body: JSON.stringify(line),
  }));
  await tx.insertInto('logs').values(lines).execute();
}

/** Creates settings of the sample device, and one that all nodes share. */
async function seedValues({ tx, projectId, now }: SeedContext, nodeId: string): Promise<void> {
  const ofNode = { scope: 'node', namespace: nodeId, node_id: nodeId };
  const ofAll = { scope: 'global', namespace: 'MODEL_X_v2', node_id: null };
  const common = { project_id: projectId, created: now, modified: now };
  await tx
    .insertInto('value_store')
    .values([
      { ...common, ...ofNode, key: 'push-interval', type: 'float', value: '30', size: 8 },
      { ...common, ...ofNode, key: 'label', type: 'string', value: '"north bay"', size: 9 },
      { ...common, ...ofAll, key: 'push-interval', type: 'float', value: '60', size: 8 },
    ])
    .execute();
}

/** Creates a command that is pending for the sample device. */
export async function seedCommand(
  { tx, projectId, ids, now }: SeedContext,
  nodeId: string,
): Promise<void> {
  await tx
    .insertInto('commands')
    .values({
      project_id: projectId,
      id: ids.uuid(),
      node_id: nodeId,
      status: 'pending',
      command: 'set-led',
      data: 'on',
      data_type: 'string',
      ack_data: null,
      ack_data_type: null,
      issued: now,
      updated: now,
      expires: now + day,
    })
    .execute();
}

const year = 365 * 24 * hour;

const stage = {
  stageNumber: 1,
  stageTarget: 10,
  autoAbort: true,
  abortCriteria: 2,
  delay: 3600,
  stageName: 'pilot',
};

/**
 * Creates a rollout that was offered to the sample device before its tags changed. The device can still report on it, but
 * does not get it again, so that it gets what the reader deploys first.
 */
export async function seedDeployment(
  { tx, projectId, ids, now }: SeedContext,
  nodeId: string,
  assetId: string,
): Promise<void> {
  const id = ids.uuid();
  const starts = now - 2 * hour;
  await tx
    .insertInto('deployments')
    .values({
      project_id: projectId,
      id,
      name: 'fw-1.0.0',
      comment: 'Demo rollout',
      asset_id: assetId,
      filter: '{"model":"mk0"}',
      stages: JSON.stringify([stage]),
      starts,
      expires: starts + year,
      aborted: null,
      created: starts,
    })
    .execute();
  await tx
    .insertInto('deployment_reports')
    .values({
      project_id: projectId,
      deployment_id: id,
      node_id: nodeId,
      stage: stage.stageNumber,
      status: 'offered',
      updated: starts,
    })
    .execute();
}

/** Creates an access token for a page that shows the sample device and sends commands to it. */
export async function seedToken(
  { tx, projectId, ids, now }: SeedContext,
  nodeId: string,
): Promise<void> {
  const policy: Policy = {
    resources: { nodes: [nodeId], variables: ['*'], vsglobalscopes: ['*'], vskeys: ['*'] },
    allow: [
      'data::getsnapshot',
      'data::getlatest',
      'data::gethistorical',
      'cmd::sendcommand',
      'cmd::listcommands',
      'cmd::getstatus',
      'cmd::invalidate',
      'vs::getvalue',
      'vs::setvalue',
      'vs::scankeys',
      'vs::deletekeys',
      'health::getstatus',
    ],
  };
  const { id, secret } = tokenLengths;
  await tx
    .insertInto('access_tokens')
    .values({
      project_id: projectId,
      id: ids.alphanumeric(id),
      secret: ids.alphanumeric(secret),
      policy: JSON.stringify(policy),
      expires: now + day,
    })
    .execute();
}

/**
 * Fills an empty project with sample data to read, change and send. Everything except ids and keys depends only on `now`.
 */
export async function seedProject(context: SeedContext): Promise<void> {
  const nodeId = await seedNodes(context);
  await seedData(context, nodeId);
  await seedValues(context, nodeId);
  await seedCommand(context, nodeId);
  await seedDeployment(context, nodeId, await seedAssets(context));
  await seedToken(context, nodeId);
}
