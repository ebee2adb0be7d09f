import type { Kysely } from 'kysely';
import type { Examples, ValueKind } from '@anedya-docs/openapi-model';
import type { Database } from '../../store/database.ts';

function nodesOf(db: Kysely<Database>, projectId: string, isBound: 0 | 1) {
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

async function newestAsset(
  db: Kysely<Database>,
  projectId: string,
  status: 'uploadpending' | 'deployable' | 'mergefailed',
): Promise<string | undefined> {
  const asset = await db
    .selectFrom('assets')
    .select('id')
    .where('project_id', '=', projectId)
    .where('status', '=', status)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
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

/** An identifier that no variable has. */
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
 * The project's own value for each kind of example (`x-value`), so that a call works with its example as it stands.
 * @param now milliseconds since 1970
 * @param newDeviceId that no node has
 */
export async function projectExamples(
  db: Kysely<Database>,
  projectId: string,
  now: number,
  newDeviceId: string,
): Promise<Examples> {
  const bound = await nodesOf(db, projectId, 1);
  const token = await tokenOf(db, projectId, now);
  const found: Record<ValueKind, string | null | undefined> = {
    'node id': bound?.id,
    'spare node id': (await nodesOf(db, projectId, 0))?.id,
    'device id': bound?.device_id,
    'new device id': newDeviceId,
    'binding secret': bound?.binding_secret,
    'new variable': await freeVariable(db, projectId),
    'token id': token?.id,
    'token secret': token?.secret,
    'command id': await newestId(db, 'commands', 'issued', projectId),
    'asset id': await newestAsset(db, projectId, 'deployable'),
    'new asset id': await newestAsset(db, projectId, 'uploadpending'),
    'failed asset id': await newestAsset(db, projectId, 'mergefailed'),
    'deployment id': await newestId(db, 'deployments', 'created', projectId),
  };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
