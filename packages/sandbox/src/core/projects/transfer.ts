/** Export and import of a project as one JSON file, with everything that it holds except its API key. */
import type { JsonValue } from '@anedya-docs/openapi-model';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { ReadContext } from '../context.ts';
import { requirePointSpace } from '../data/stored-points.ts';
import type { Deps } from '../deps.ts';
import { isUniqueViolation, malformed, projectEnded, RequestError } from '../errors.ts';
import { limits } from '../limits.ts';
import { storedBytes } from '../ota/asset.ts';
import { lockAll, tooMany } from '../transaction.ts';
import { createProject, type Fill, type NewProject, resetProject } from './lifecycle.ts';
import { type Column, isObject, type Stored } from './columns.ts';
import { type Known, type ProjectTable, type Row, type Table, tables } from './tables.ts';

/** Name and version of the format. A change of the columns of a table requires a new version. */
const format = { format: 'anedya-sandbox-project', version: 1 } as const;

const tableNames = Object.keys(tables) as ProjectTable[];

/** A table, whichever it is. */
type AnyTable = Omit<Table<ProjectTable>, 'columns' | 'key'> & {
  readonly columns: Readonly<Record<string, Column>>;
  readonly key: readonly string[];
};

const tableOf = (name: ProjectTable) => tables[name] as unknown as AnyTable;

const references = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

/** Rows that are read or written between two pauses: a few milliseconds. */
const perSlice = 1000;

/** Yields the rows of a table in the order of its key, in slices. */
async function* slicesOf(tx: Transaction<Database>, projectId: string, name: ProjectTable) {
  const { columns, key } = tableOf(name);
  const order = references(key);
  let after: RawBuilder<unknown> = sql`true`;
  for (;;) {
    const { rows } = await sql<Record<string, Stored | ArrayBuffer>>`
      select ${references(Object.keys(columns))} from ${sql.table(name)}
      where project_id = ${projectId} and ${after} order by ${order} limit ${perSlice}
    `.execute(tx);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < perSlice) return;
    after = sql`(${order}) > (${sql.join(key.map((column) => last[column]))})`;
  }
}

/** Bytes that `String.fromCharCode` takes at once. */
const codesAtOnce = 8192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += codesAtOnce) {
    text += String.fromCharCode(...bytes.subarray(start, start + codesAtOnce));
  }
  return btoa(text);
}

function toJson(value: Stored | ArrayBuffer | undefined): JsonValue {
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) {
    return toBase64(new Uint8Array(value));
  }
  return value ?? null;
}

/** Text in encoded parts, up to the limit of a file. */
class FileText {
  readonly chunks: Uint8Array<ArrayBuffer>[] = [];
  size = 0;
  private readonly encoder = new TextEncoder();

  add(text: string): void {
    const chunk = this.encoder.encode(text);
    this.chunks.push(chunk);
    this.size += chunk.length;
    const { bytes } = limits.projectFile;
    if (this.size <= bytes) return;
    const message = `The file would have more than ${bytes} bytes, the maximum of this sandbox. Delete assets, or variables with many points, and export the project again.`;
    throw new RequestError(413, 'sandbox::responsetoolarge', message);
  }
}

/**
 * Returns the file of a project as JSON text: for each table, the names of its columns, then its rows, in the order of their
 * keys. Two exports without a change in between are equal.
 * @throws RequestError 413 `sandbox::responsetoolarge`, `auth::tokennotfound` if the project no longer exists
 */
export async function exportProject(
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  pause: ReadContext['pause'],
): Promise<Pick<FileText, 'chunks' | 'size'>> {
  // All tables at one time: no row may refer to one that was deleted in the meantime.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const project = tx.selectFrom('projects').select('id').where('id', '=', projectId);
      if (!(await project.executeTakeFirst())) throw projectEnded();
      const file = new FileText();
      file.add(`${JSON.stringify(format).slice(0, -1)},"tables":{`);
      for (const [index, name] of tableNames.entries()) {
        const columns = Object.keys(tableOf(name).columns);
        file.add(`${index === 0 ? '' : ','}\n"${name}":[${JSON.stringify(columns)}`);
        for await (const rows of slicesOf(tx, projectId, name)) {
          const before = file.size;
          const lists = rows.map((row) => columns.map((column) => toJson(row[column])));
          file.add(lists.map((list) => `,\n${JSON.stringify(list)}`).join(''));
          await pause((file.size - before) / limits.reads.bytesPerRow);
        }
        file.add(']');
      }
      file.add('}}\n');
      return file;
    });
}

function malformedFile(message: string): RequestError {
  return malformed(`Project file: ${message}`);
}

/** Shows a value of a file in a message. */
const shown = (value: JsonValue | undefined) => JSON.stringify(value ?? null).slice(0, 100);

/** Returns what identifies a row by some columns; undefined if one of them is null. */
function identityOf(row: Row, columns: readonly string[]): string | undefined {
  const values = columns.map((column) => row[column] ?? null);
  return values.includes(null) ? undefined : JSON.stringify(values);
}

/** Returns the values of a row; a sentence if one of them is invalid. */
function readRow(list: JsonValue | undefined, columns: [string, Column][]): Row | string {
  if (!Array.isArray(list) || list.length !== columns.length) {
    return `a row must be an array of ${columns.length} values`;
  }
  const row: Record<string, Stored> = {};
  for (const [index, [name, { what, read }]] of columns.entries()) {
    const value = read(list[index] ?? null);
    if (value === undefined) return `"${name}" must be ${what}`;
    row[name] = value;
  }
  return row;
}

/** Returns a check of a row against the tables that were read before, and against the rows before it. */
function rowCheck({ key, unique = [], references = {}, check }: AnyTable, known: Known) {
  const seen = [key, ...unique].map((columns) => ({ columns, values: new Set<string>() }));
  const targets = Object.entries(references).map(([column, [table, target]]) => ({
    column,
    table,
    values: new Set(known[table]?.map((row) => row[target])),
  }));
  const own = check?.(known);
  return (row: Row): string | undefined => {
    for (const { columns, values } of seen) {
      const identity = identityOf(row, columns);
      if (identity === undefined) continue;
      if (values.has(identity)) return `another row has the same ${columns.join(', ')}`;
      values.add(identity);
    }
    const lost = targets.find(({ column, values }) => !values.has(row[column]));
    return lost ? `"${lost.column}" is not in "${lost.table}"` : own?.(row);
  };
}

/** Reads one table of a file. */
async function readTable(
  name: ProjectTable,
  lists: JsonValue | undefined,
  known: Known,
  pause: ReadContext['pause'],
): Promise<Row[]> {
  const table = tableOf(name);
  const columns = Object.entries(table.columns);
  const names = columns.map(([column]) => column);
  const [header, ...rest] = Array.isArray(lists) ? lists : [];
  if (JSON.stringify(header) !== JSON.stringify(names)) {
    throw malformedFile(`"${name}" must be an array that starts with ${JSON.stringify(names)}.`);
  }
  const [max, what] = table.limit;
  if (rest.length > max) throw tooMany(max, what);
  const check = rowCheck(table, known);
  const rows: Row[] = [];
  for (const [index, list] of rest.entries()) {
    const row = readRow(list, columns);
    let error: string | undefined;
    try {
      error = typeof row === 'string' ? row : check(row);
    } catch (thrown) {
      if (!(thrown instanceof RequestError)) throw thrown;
      error = thrown.message;
    }
    if (error !== undefined || typeof row === 'string') {
      throw malformedFile(`"${name}", row ${index + 1}: ${error}.`);
    }
    rows.push(row);
    if (rows.length % perSlice === 0) await pause(perSlice);
  }
  return rows;
}

/**
 * Reads the file of a project, and checks every value in it.
 * @throws RequestError 400 `generic::malformedrequest` for a file that `exportProject` cannot have written, 429
 * `sandbox::toomany` for too many rows
 */
export async function readProjectFile(
  file: JsonValue,
  pause: ReadContext['pause'],
): Promise<Known> {
  if (!isObject(file) || file.format !== format.format || !isObject(file.tables)) {
    throw malformedFile('it was not exported by a sandbox. Send the file of "Export".');
  }
  if (file.version !== format.version) {
    const text = `it has version ${shown(file.version)}; this sandbox reads version ${format.version}.`;
    throw malformedFile(text);
  }
  const others = [
    ...Object.keys(file).filter((name) => !(name in format || name === 'tables')),
    ...Object.keys(file.tables).filter((name) => !Object.hasOwn(tables, name)),
  ];
  if (others[0] !== undefined)
    throw malformedFile(`${shown(others[0])} is not part of the format.`);
  const known: Known = {};
  for (const name of tableNames) {
    known[name] = await readTable(name, file.tables[name], known, pause);
  }
  return known;
}

function taken(): RequestError {
  return new RequestError(
    409,
    'sandbox::projectexists',
    'Another project of this sandbox has a connection key or an access token of the file: it is probably the same project. Use that project, send its API key to replace its data, or delete it first.',
  );
}

/** @throws RequestError 409 if another project has a credential of the file: each must identify one project */
async function requireFreeKeys(tx: Transaction<Database>, rows: Known): Promise<void> {
  const sources = [
    ['nodes', 'connection_key'],
    ['access_tokens', 'id'],
  ] as const;
  for (const [table, column] of sources) {
    const values = (rows[table] ?? []).map((row) => row[column] ?? null);
    if (values.length === 0) continue;
    const { rows: found } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(values)}) limit 1
    `.execute(tx);
    if (found.length > 0) throw taken();
  }
}

async function insertRows(
  tx: Transaction<Database>,
  projectId: string,
  [name, rows]: readonly [ProjectTable, readonly Row[]],
  pause: ReadContext['pause'],
): Promise<void> {
  const columns = Object.keys(tableOf(name).columns);
  for (let start = 0; start < rows.length; start += perSlice) {
    const slice = rows.slice(start, start + perSlice);
    const values = slice.map(
      (row) => sql`(${sql.join([projectId, ...columns.map((column) => row[column])])})`,
    );
    await sql`
      insert into ${sql.table(name)} (${references(['project_id', ...columns])})
      values ${sql.join(values)}
    `.execute(tx);
    await pause(slice.length);
  }
}

/**
 * Writes the rows of a file to a new project with a new API key, or replaces the data of a project, which keeps its API key.
 * Ids and keys in the project are those of the file, so that devices continue to work.
 * @param projectId project to replace the data of; undefined for a new project
 * @returns its id, and the API key of a new project
 * @throws RequestError 409 `sandbox::projectexists` if another project has a key of the file, `auth::tokennotfound` if the
 * project no longer exists, 429 or 413 if this sandbox cannot store the points or files
 * @throws RetryLater 503 `sandbox::full` if there are too many projects and all are in use
 */
export async function importProject(
  deps: Parameters<typeof createProject>[0] & Pick<Deps, 'storage'>,
  rows: Known,
  projectId?: string,
): Promise<Partial<NewProject> & Pick<NewProject, 'projectId'>> {
  const { storage } = deps;
  // Another sandbox can have lower limits than the one that exported the file.
  const { project: maxPoints } = storage.points;
  if ((rows.points?.length ?? 0) > maxPoints) throw tooMany(maxPoints, 'points');
  const fill: Fill = async ({ tx, projectId: target }) => {
    await requireFreeKeys(tx, rows);
    await lockAll(tx, 'bytes');
    for (const name of tableNames) {
      await insertRows(tx, target, [name, rows[name] ?? []], deps.pause);
    }
    // A file without a count must not bypass the quota of points.
    await tx
      .insertInto('point_counts')
      .values({ project_id: target, points: rows.points?.length ?? 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await requirePointSpace({ tx, storage });
    const bytes = [
      [await storedBytes(tx, { project_id: target }), storage.bytes.project],
      [await storedBytes(tx, {}), storage.bytes.total],
    ] as const;
    if (bytes.every(([held, most]) => held <= most)) return;
    const text = 'This sandbox cannot store the files. Delete assets before the export.';
    throw new RequestError(413, 'sandbox::storagefull', text);
  };
  try {
    if (projectId === undefined) return await createProject(deps, fill);
    await resetProject(deps, projectId, fill);
    return { projectId };
  } catch (error) {
    // Another import of the file ended in the meantime.
    throw isUniqueViolation(error) ? taken() : error;
  }
}
