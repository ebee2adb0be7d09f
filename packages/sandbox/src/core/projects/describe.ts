import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { endedCommands, openStates, unexpiredCommands } from '../commands/command.ts';
import type { JsonObject, ReadContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { projectEnded } from '../errors.ts';
import { limits, type StorageLimits } from '../limits.ts';
import { endedDeployments, findProgress, isOver } from '../ota/rollout.ts';
import { inTransaction, isFull, lockProject, makeSpace } from '../transaction.ts';
import { exampleNode, exampleToken, projectExamples } from './examples.ts';
import { publicId } from './public-id.ts';
import {
  sampleUploads,
  seedAsset,
  seedCommand,
  seedDeployment,
  seedToken,
  type SeedContext,
} from './seed.ts';

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

/** Returns the oldest asset that can be deployed. */
async function oldestFile({ tx, projectId }: SeedContext): Promise<string | undefined> {
  const asset = await tx
    .selectFrom('assets')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', '=', 'deployable')
    .orderBy('created')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return asset?.id;
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
 * Creates the sample command, deployment, access token and uploads again in a project of more than a day in which all have
 * ended or expired, so that the examples of the documents still work. Nothing is created for a project without a bound device.
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
    const nodeId = (await exampleNode(tx, projectId, 1))?.id;
    if (nodeId === undefined) return;
    const context = { tx, projectId, ids, sha256, now };
    /** Creates one of a kind, which may replace one that has ended. Nothing is created if all space is in use. */
    const renew = async (
      kind: 'commands' | 'deployments' | 'tokens',
      ended: Parameters<typeof makeSpace>[3],
      seed: () => Promise<void>,
    ): Promise<void> => {
      if ((await isFull(context, kind)) && (await ended(1)).length === 0) return;
      await makeSpace(context, kind, 1, ended);
      await seed();
    };
    const open = unexpiredCommands(context, nodeId, openStates).select('id').limit(1);
    if (!(await open.executeTakeFirst())) {
      await renew(
        'commands',
        (count) => endedCommands(context, count),
        () => seedCommand(context, nodeId),
      );
    }
    if (!(await exampleToken(tx, projectId, now))) {
      const tokens = tx
        .selectFrom('access_tokens')
        .select('id')
        .where('project_id', '=', projectId);
      await renew(
        'tokens',
        (count) => tokens.orderBy('expires').limit(count).execute(),
        () => seedToken(context, nodeId),
      );
    }
    const assetId = await oldestFile(context);
    const progress = await findProgress(context, { openAt: now });
    if (assetId !== undefined && progress.every((each) => isOver(each, now))) {
      await renew(
        'deployments',
        (count) => endedDeployments(context, count),
        async () => {
          await makeSpaceForReport(context);
          await seedDeployment(context, nodeId, assetId);
        },
      );
    }
    await renewUploads(context);
  });
}

/**
 * Describes a project: nodes with their keys, variables, a command and an asset of the examples, an unused device id,
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
  const examples = await projectExamples(
    { tx: db, projectId, now: clock.now(), pause },
    newDeviceId,
  );
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
