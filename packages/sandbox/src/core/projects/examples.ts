import type { Examples, ValueKind } from '@anedya-docs/openapi-model';
import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { openStates, unexpiredCommands } from '../commands/command.ts';
import type { ReadContext } from '../context.ts';
import { limits } from '../limits.ts';
import { type Asset, assetState, readAssets } from '../ota/asset-records.ts';
import { findProgress, isConcluded, isOver } from '../ota/rollout.ts';

/** Returns the oldest node that has a device, or that has none. */
export function exampleNode(db: Kysely<Database>, projectId: string, isBound: 0 | 1) {
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

/** Returns the access token that is valid the longest. */
export function exampleToken(db: Kysely<Database>, projectId: string, now: number) {
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

type ExampleContext = Pick<ReadContext, 'tx' | 'projectId' | 'now' | 'pause'>;

/** Returns the newest command that the node can still report on, if possible one that can be invalidated. */
async function exampleCommand(
  context: ExampleContext,
  nodeId: string,
): Promise<string | undefined> {
  const { tx, projectId } = context;
  const newest = [
    unexpiredCommands(context, nodeId, ['pending']),
    unexpiredCommands(context, nodeId, openStates),
    tx.selectFrom('commands').where('project_id', '=', projectId),
  ].map((query) => query.select('id').orderBy('issued', 'desc').orderBy('id', 'desc').limit(1));
  for (const query of newest) {
    const command = await query.executeTakeFirst();
    if (command) return command.id;
  }
  return undefined;
}

/** Returns the newest deployment that has not ended, if possible one that the node can report on. */
async function exampleDeployment(
  context: ExampleContext,
  nodeId: string,
): Promise<string | undefined> {
  const { tx, projectId, now } = context;
  const newestFirst = (await findProgress(context)).reverse();
  const reports = await tx
    .selectFrom('deployment_reports')
    .select(['deployment_id', 'status'])
    .where('project_id', '=', projectId)
    .where('node_id', '=', nodeId)
    .execute();
  const offered = new Set(
    reports.flatMap((report) => (isConcluded(report.status) ? [] : report.deployment_id)),
  );
  const running = newestFirst.filter((progress) => !isOver(progress, now));
  const found =
    running.find(({ deployment }) => offered.has(deployment.id)) ?? running[0] ?? newestFirst[0];
  return found?.deployment.id;
}

/** Returns the ids of assets whose upload has as many parts as the example of "Complete an upload", and all of them. */
async function completeUploads({ tx, projectId }: ExampleContext): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('asset_parts')
    .select(['asset_id', ({ fn }) => fn.countAll().as('parts')])
    .where('project_id', '=', projectId)
    .groupBy('asset_id')
    .execute();
  return new Set(rows.flatMap(({ asset_id: id, parts }) => (Number(parts) === 2 ? id : [])));
}

/** Returns the newest asset in each state that a request needs. */
async function exampleAssets(context: ExampleContext) {
  const { now } = context;
  const newestFirst = (await readAssets(context)).sort(
    (a, b) => b.created - a.created || (a.id < b.id ? 1 : -1),
  );
  const uploads = await completeUploads(context);
  const idOf = (status: string, isUsable: (asset: Asset) => boolean = () => true) => {
    const found = newestFirst.filter((asset) => asset.status === status);
    const usable = found.find((asset) => assetState(asset, now) === status && isUsable(asset));
    return (usable ?? found[0])?.id;
  };
  return {
    'asset id': idOf('deployable'),
    'new asset id': idOf(
      'uploadpending',
      ({ id, parts, created }) =>
        parts === 2 && uploads.has(id) && now < created + limits.files.uploadWindow,
    ),
    'failed asset id': idOf('mergefailed'),
  };
}

/**
 * Returns the project's own value for each kind of example (`x-value`), with which the examples of the documents work if
 * the project has one, else the newest.
 * @param newDeviceId a device id that no node has
 */
export async function projectExamples(
  context: ExampleContext,
  newDeviceId: string,
): Promise<Examples> {
  const { tx, projectId, now } = context;
  const bound = await exampleNode(tx, projectId, 1);
  const token = await exampleToken(tx, projectId, now);
  const nodeId = bound?.id ?? '';
  const found: Record<ValueKind, string | null | undefined> = {
    'node id': bound?.id,
    'spare node id': (await exampleNode(tx, projectId, 0))?.id,
    'device id': bound?.device_id,
    'new device id': newDeviceId,
    'binding secret': bound?.binding_secret,
    'new variable': await freeVariable(tx, projectId),
    'token id': token?.id,
    'token secret': token?.secret,
    'command id': await exampleCommand(context, nodeId),
    ...(await exampleAssets(context)),
    'deployment id': await exampleDeployment(context, nodeId),
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
