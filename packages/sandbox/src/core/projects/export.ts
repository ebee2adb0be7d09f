/** Export of a project as one JSON file. */
import type { JsonValue } from '@anedya-docs/openapi-model';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { ReadContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { projectEnded, RequestError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Stored } from './columns.ts';
import { format, tableNames, tableOf } from './file-format.ts';
import type { ProjectTable } from './tables.ts';

const references = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

/** Rows that are read between two pauses: a few milliseconds. */
const perSlice = 500;

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
  { snapshots }: Pick<Deps, 'snapshots'>,
  projectId: string,
  pause: ReadContext['pause'],
): Promise<Pick<FileText, 'chunks' | 'size'>> {
  // All tables at one time: no row may refer to one that was deleted in the meantime. Other requests do not wait for it.
  return snapshots
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
