import type { Examples, ValueKind } from '@anedya-docs/openapi-model';
import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { JsonObject, ReadContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { projectEnded } from '../errors.ts';
import { limits, type StorageLimits } from '../limits.ts';
import { inTransaction, isFull, lockProject, makeSpace } from '../transaction.ts';
import { publicId } from './public-id.ts';
import {
  sampleUploads,
  seedAsset,
  seedCommand,
  seedDeployment,
  seedToken,
  type SeedContext,
} from './seed.ts';

function exampleNodes(db: Kysely<Database>, projectId: string, isBound: 0 | 1) {
  return db
    .selectFrom('nodes')
    .select(['id', 'device_id', 'binding_secret'])
    .where('project_id', '=', projectId)
    .where('is_bound', '=', isBound)
    .orderBy('created')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** @param order `asc` for the oldest asset, `desc` for the newest */
async function assetOf(
  db: Kysely<Database>,
  projectId: string,
  status: 'uploadpending' | 'deployable' | 'mergefailed',
  order: 'asc' | 'desc' = 'desc',
): Promise<string | undefined> {
  const asset = await db
    .selectFrom('assets')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', '=', status)
    .orderBy('created', order)
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst();
  return asset?.id;
}

async function newestId(
  db: Kysely<Database>,
  table: 'commands' | 'deployments',
  time: 'issued' | 'created',
  projectId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy(db.dynamic.ref(time), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

function tokenOf(db: Kysely<Database>, projectId: string, now: number) {
  return db
    .selectFrom('access_tokens')
    .select(['id', 'secret'])
    .where('project_id', '=', projectId)
    .where('expires', '>', now)
    .orderBy('expires', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns an identifier that no variable has. */
async function freeVariable(db: Kysely<Database>, projectId: string): Promise<string> {
  const rows = await db
    .selectFrom('variables')
    .select('variable')
    .where('project_id', '=', projectId)
    .where('variable', 'like', 'humidity%')
    .execute();
  const taken = new Set(rows.map(({ variable }) => variable));
  let name = 'humidity';
  for (let count = 2; taken.has(name); count += 1) name = `humidity-${count}`;
  return name;
}

/**
 * Returns the project's own value for each kind of example (`x-value`), so that every example works unchanged.
 * @param now milliseconds since 1970
 * @param newDeviceId a device id that no node has
 */
async function projectExamples(
  db: Kysely<Database>,
  projectId: string,
  now: number,
  newDeviceId: string,
): Promise<Examples> {
  const bound = await exampleNodes(db, projectId, 1);
  const token = await tokenOf(db, projectId, now);
  const found: Record<ValueKind, string | null | undefined> = {
    'node id': bound?.id,
    'spare node id': (await exampleNodes(db, projectId, 0))?.id,
    'device id': bound?.device_id,
    'new device id': newDeviceId,
    'binding secret': bound?.binding_secret,
    'new variable': await freeVariable(db, projectId),
    'token id': token?.id,
    'token secret': token?.secret,
    'command id': await newestId(db, 'commands', 'issued', projectId),
    'asset id': await assetOf(db, projectId, 'deployable'),
    'new asset id': await assetOf(db, projectId, 'uploadpending'),
    'failed asset id': await assetOf(db, projectId, 'mergefailed'),
    'deployment id': await newestId(db, 'deployments', 'created', projectId),
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

async function nodesOf(db: Kysely<Database>, projectId: string): Promise<JsonObject[]> {
  const nodes = await db
    .selectFrom('nodes')
    .select(['id', 'name', 'device_id', 'is_bound', 'connection_key', 'binding_secret'])
    .where('project_id', '=', projectId)
    .orderBy('created')
    .orderBy('id')
    .execute();
  return nodes.map((node) => ({
    nodeId: node.id,
    name: node.name,
    deviceId: node.device_id ?? '',
    bound: node.is_bound === 1,
    connectionKey: node.connection_key,
    bindingSecret: node.binding_secret,
  }));
}

function variablesOf(db: Kysely<Database>, projectId: string) {
  return db
    .selectFrom('variables')
    .select(['variable', 'name', 'type'])
    .where('project_id', '=', projectId)
    .orderBy('created')
    .orderBy('id')
    .execute();
}

type CountedTable =
  | 'nodes'
  | 'variables'
  | 'points'
  | 'events'
  | 'value_store'
  | 'commands'
  | 'access_tokens'
  | 'assets';

async function countOf(
  db: Kysely<Database>,
  table: CountedTable,
  projectId: string,
): Promise<number> {
  const { held } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return held;
}

/** Counting this many rows takes as long as reading one. */
const countedPerRow = 20;

async function usageOf(
  db: Kysely<Database>,
  projectId: string,
  storage: StorageLimits,
  pause: ReadContext['pause'],
): Promise<JsonObject> {
  const { project } = limits;
  const of = async (table: CountedTable, limit: number) => {
    const used = await countOf(db, table, projectId);
    await pause(used / countedPerRow);
    return { used, limit };
  };
  return {
    nodes: await of('nodes', project.nodes),
    variables: await of('variables', project.variables),
    points: await of('points', storage.points.project),
    events: await of('events', project.events),
    values: await of('value_store', project.values),
    commands: await of('commands', project.commands),
    tokens: await of('access_tokens', project.tokens),
    assets: await of('assets', project.assets),
  };
}

const day = 86_400_000;

/** Creates sample uploads again whose time has passed. */
async function renewUploads(context: SeedContext): Promise<void> {
  const { tx, projectId, now } = context;
  for (const upload of sampleUploads) {
    const { identifier, version, status } = upload;
    const { numDeletedRows } = await tx
      .deleteFrom('assets')
      .where('project_id', '=', projectId)
      .where('identifier', '=', identifier)
      .where('version', '=', version)
      .where('status', '=', status)
      .where('created', '<=', now - limits.files.uploadWindow)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await seedAsset(context, upload);
  }
}

/** Deletes the oldest deployment with reports if the project can have no more reports. */
async function makeSpaceForReport(context: SeedContext): Promise<void> {
  if (!(await isFull(context, 'reports'))) return;
  const { tx, projectId } = context;
  const oldest = tx
    .selectFrom('deployments')
    .innerJoin('deployment_reports as reports', (join) =>
      join
        .onRef('reports.project_id', '=', 'deployments.project_id')
        .onRef('reports.deployment_id', '=', 'deployments.id'),
    )
    .select('deployments.id')
    .where('deployments.project_id', '=', projectId)
    .orderBy('deployments.expires')
    .limit(1);
  await tx
    .deleteFrom('deployments')
    .where('project_id', '=', projectId)
    .where('id', 'in', oldest)
    .execute();
}

/**
 * Creates the sample command, deployment, access token and uploads again in a project of more than a day in which they have
 * expired, so that the examples of the documents still work. Nothing is created for a project without a bound device.
 */
export async function renewSampleData(
  { db, clock, ids, sha256 }: Pick<Deps, 'db' | 'clock' | 'ids' | 'sha256'>,
  projectId: string,
): Promise<void> {
  const now = clock.now();
  const isOld = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('created', '<=', now - day)
    .executeTakeFirst();
  if (!isOld) return;
  await inTransaction(db, async (tx) => {
    await lockProject(tx, projectId);
    const nodeId = (await exampleNodes(tx, projectId, 1))?.id;
    if (nodeId === undefined) return;
    const context = { tx, projectId, ids, sha256, now };
    /** Creates one of a kind if all have expired. One of these may be replaced. */
    const renew = async (
      kind: 'commands' | 'deployments' | 'tokens',
      seed: () => Promise<void>,
    ): Promise<void> => {
      const table = kind === 'tokens' ? 'access_tokens' : kind;
      const rows = tx.selectFrom(table).select('id').where('project_id', '=', projectId);
      if (await rows.where('expires', '>', now).limit(1).executeTakeFirst()) return;
      await makeSpace(context, kind, 1, (count) => rows.orderBy('expires').limit(count).execute());
      await seed();
    };
    await renew('commands', () => seedCommand(context, nodeId));
    await renew('tokens', () => seedToken(context, nodeId));
    const assetId = await assetOf(tx, projectId, 'deployable', 'asc');
    if (assetId !== undefined) {
      await renew('deployments', async () => {
        await makeSpaceForReport(context);
        await seedDeployment(context, nodeId, assetId);
      });
    }
    await renewUploads(context);
  });
}

/**
 * Describes a project: nodes with their keys, variables, the newest command and deployable asset, an unused device id,
 * values for the examples of the documents, and quota usage. Times are in Unix milliseconds; `expires` is when the project
 * expires if it is not used before.
 * @throws RequestError `auth::tokennotfound` if the project no longer exists
 */
export async function describeProject(
  { db, clock, ids, pause, storage }: Pick<Deps, 'db' | 'clock' | 'ids' | 'pause' | 'storage'>,
  projectId: string,
): Promise<JsonObject> {
  const project = await db
    .selectFrom('projects')
    .select((eb) => ['created', publicId(eb).as('publicId')])
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (!project) throw projectEnded();
  const newDeviceId = ids.uuid();
  const examples = await projectExamples(db, projectId, clock.now(), newDeviceId);
  const nodes = await nodesOf(db, projectId);
  await pause(nodes.length);
  const variables = await variablesOf(db, projectId);
  await pause(variables.length);
  return {
    projectId: project.publicId,
    created: project.created,
    expires: clock.now() + limits.idle,
    nodes,
    newDeviceId,
    variables,
    commandId: examples['command id'] ?? '',
    assetId: examples['asset id'] ?? '',
    examples,
    usage: await usageOf(db, projectId, storage, pause),
  };
}
