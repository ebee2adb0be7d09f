import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { projectEnded } from '../auth/identity.ts';
import type { JsonObject, ReadContext } from '../context.ts';
import { limits } from '../limits.ts';
import { projectExamples } from './examples.ts';
import type { Deps } from '../../deps.ts';

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

/** Rows that are counted in the time of one that is read. */
const countedPerRow = 20;

async function usageOf(
  db: Kysely<Database>,
  projectId: string,
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
    points: await of('points', project.points),
    events: await of('events', project.events),
    values: await of('value_store', project.values),
    commands: await of('commands', project.commands),
    tokens: await of('access_tokens', project.tokens),
    assets: await of('assets', project.assets),
  };
}

/**
 * What a reader needs to use a project: its nodes with their keys, variables, the newest command and deployable asset, a
 * device id that no node has, what the documents' examples stand for in it, and how much of its quotas is used. Times are in Unix milliseconds; it ends at `expires` unless it is used before.
 * @throws CallError `auth::tokennotfound` for one that has ended
 */
export async function describeProject(
  { db, clock, ids, pause }: Pick<Deps, 'db' | 'clock' | 'ids' | 'pause'>,
  projectId: string,
): Promise<JsonObject> {
  const project = await db
    .selectFrom('projects')
    .select('created')
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
    projectId,
    created: project.created,
    expires: clock.now() + limits.idle,
    nodes,
    newDeviceId,
    variables,
    commandId: examples['command id'] ?? '',
    assetId: examples['asset id'] ?? '',
    examples,
    usage: await usageOf(db, projectId, pause),
  };
}
