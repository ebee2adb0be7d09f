/** Reads the file of a project, and checks every value in it. */
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { ReadContext } from '../context.ts';
import { malformed, RequestError } from '../errors.ts';
import { excerpt } from '../text.ts';
import { tooMany } from '../transaction.ts';
import type { Column, Stored } from './columns.ts';
import { type AnyTable, format, tableNames, tableOf } from './file-format.ts';
import { JsonText, type Span } from './json-text.ts';
import { type KeptTable, type Known, type ProjectTable, type Row, tables } from './tables.ts';

/** Creates the error for a file that `exportProject` cannot have written. */
export function malformedFile(message: string): RequestError {
  return malformed(`Project file: ${message}`);
}

const notExported = () =>
  malformedFile('it was not exported by a sandbox. Send the file of "Export".');

/** Shows a value of a file in a message. */
const shown = (value: JsonValue | undefined) => excerpt(JSON.stringify(value ?? null));

/** Returns what identifies a row by some columns; undefined if one of them is null. */
function identityOf(row: Row, columns: readonly string[]): string | undefined {
  const values = columns.map((column) => row[column] ?? null);
  return values.includes(null) ? undefined : JSON.stringify(values);
}

/** Returns the values of a row; a sentence if one of them is invalid. */
function readRow(text: JsonText, span: Span, columns: [string, Column][]): Row | string {
  // Known before it is parsed, so that a row of many small values takes no memory.
  const isFlat = span.levels === 1 && span.values <= columns.length + 1;
  const list = isFlat ? text.read(span) : undefined;
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
    values: new Set(known.rows[table].map((row) => row[target])),
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

/** Receives the rows of a table in slices, in the order of the tables. */
export type OnRows = (table: ProjectTable, rows: readonly Row[], known: Known) => Promise<void>;

/** Size of a slice: a few milliseconds of work. */
const [rowsPerSlice, bytesPerSlice] = [250, 250_000];

/** Reads one table of a file. */
async function readTable(
  text: JsonText,
  name: ProjectTable,
  start: number | undefined,
  known: Known,
  onRows: OnRows,
): Promise<void> {
  const table = tableOf(name);
  const columns = Object.entries(table.columns);
  const header = JSON.stringify(columns.map(([column]) => column));
  const noTable = () => malformedFile(`"${name}" must be an array that starts with ${header}.`);
  if (start === undefined) throw noTable();
  const check = rowCheck(table, known);
  const kept = Object.hasOwn(known.rows, name) ? known.rows[name as KeptTable] : undefined;
  let slice: Row[] = [];
  let [count, bytes] = [-1, 0];
  const flush = async () => {
    const rows = slice;
    [slice, bytes] = [[], 0];
    await onRows(name, rows, known);
  };
  const readOne = (span: Span): Row => {
    let error: string | undefined;
    try {
      const row = readRow(text, span, columns);
      error = typeof row === 'string' ? row : check(row);
      if (error === undefined && typeof row !== 'string') return row;
    } catch (thrown) {
      if (!(thrown instanceof RequestError)) throw thrown;
      error = thrown.message;
    }
    throw malformedFile(`"${name}", row ${count}: ${error ?? ''}.`);
  };
  await text.elements((span) => {
    count += 1;
    if (count === 0) {
      const isHeader = span.levels === 1 && span.values <= columns.length + 1;
      if (!isHeader || JSON.stringify(text.read(span)) !== header) throw noTable();
      return undefined;
    }
    const row = readOne(span);
    slice.push(row);
    kept?.push(row);
    bytes += span.end - span.start;
    known.counts[name] = count;
    return slice.length >= rowsPerSlice || bytes >= bytesPerSlice ? flush() : undefined;
  }, start);
  if (count < 0) throw noTable();
  if (slice.length > 0) await flush();
}

/** Returns the position of each table. @throws RequestError 429 `sandbox::toomany` for too many rows */
async function findTables(text: JsonText): Promise<Map<string, number>> {
  if (!text.nextIs('{')) throw notExported();
  const fields = new Map<string, JsonValue>();
  let found: Map<string, number> | undefined;
  await text.members(async (member) => {
    if (member !== 'tables') {
      const span = text.span();
      // Parsed only where its value is used.
      if (member in format) fields.set(member, span.values === 1 ? text.read(span) : {});
      else fields.set(member, null);
      return;
    }
    if (!text.nextIs('{')) throw notExported();
    const here = (found ??= new Map<string, number>());
    await text.members(async (name) => {
      if (!text.nextIs('[')) {
        text.span();
        // A table that is not an array is like one that is missing; another name is reported.
        here.delete(name);
        if (!Object.hasOwn(tables, name)) here.set(name, 0);
        return;
      }
      const start = text.position;
      // Rejected as soon as it has too many rows.
      const [max, what] = Object.hasOwn(tables, name)
        ? tableOf(name as ProjectTable).limit
        : [Infinity, name];
      let count = 0;
      await text.elements(() => {
        count += 1;
        if (count - 1 > max) throw tooMany(max, what);
      });
      here.set(name, start);
    });
  });
  text.end();
  if (fields.get('format') !== format.format || !found) throw notExported();
  if (fields.get('version') !== format.version) {
    const version = shown(fields.get('version'));
    throw malformedFile(`it has version ${version}; this sandbox reads version ${format.version}.`);
  }
  const others = [
    ...[...fields.keys()].filter((name) => !(name in format)),
    ...[...found.keys()].filter((name) => !Object.hasOwn(tables, name)),
  ];
  if (others[0] !== undefined) {
    throw malformedFile(`${shown(others[0])} is not part of the format.`);
  }
  return found;
}

/**
 * Reads the file of a project in slices.
 * @param onRows receives rows that are valid by themselves and with all rows before them
 * @returns the rows that other rows refer to, and the number of all
 * @throws RequestError 400 `generic::malformedrequest` for a file that `exportProject` cannot have written, 429
 * `sandbox::toomany` for too many rows
 */
export async function readProjectFile(
  bytes: Uint8Array,
  pause: ReadContext['pause'],
  onRows: OnRows,
): Promise<Known> {
  const text = new JsonText(bytes, pause);
  const positions = await findTables(text);
  const known: Known = {
    rows: { nodes: [], variables: [], assets: [], deployments: [], access_tokens: [] },
    counts: {},
  };
  for (const name of tableNames) {
    await readTable(text, name, positions.get(name), known, onRows);
  }
  return known;
}
