import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database } from './database.ts';

/** Maximum number of values in a cached query. Longer lists come in too many lengths to cache a query for each. */
const most = 100;

/** Placeholder of a value while a query is built. */
class Slot {
  constructor(readonly at: number) {}
}

/**
 * The same lists and objects with a slot instead of each value, which is appended to `flat`.
 * @param lengths those of the lists are appended: with another length, the text of the query is another
 */
function slotted(value: unknown, flat: unknown[], lengths: number[]): unknown {
  if (Array.isArray(value)) {
    lengths.push(value.length);
    return value.map((item) => slotted(item, flat, lengths));
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, item]) => [
      ...[name, slotted(item, flat, lengths)],
    ]);
    return Object.fromEntries(entries);
  }
  flat.push(value);
  return new Slot(flat.length - 1);
}

/**
 * A query that is built and compiled to SQL once for each database, and then run with other values: for frequent device
 * requests, compiling takes longer than SQLite does.
 * @param build gets the values for the query. It must not read them, because most runs pass slots only.
 * @returns runs the query; objects in the values have the same names each time
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): (db: Kysely<Database>, values: Values) => Promise<readonly Row[]> {
  const cached = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return async (db, values) => {
    const [flat, lengths]: [unknown[], number[]] = [[], []];
    const slots = slotted(values, flat, lengths) as Values;
    if (flat.length > most) return (await db.executeQuery<Row>(build(db, values).compile())).rows;
    // The same for a database and its transactions.
    const { adapter } = db.getExecutor();
    const queries = cached.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    cached.set(adapter, queries);
    const shape = lengths.join();
    const query = queries.get(shape) ?? build(db, slots).compile();
    queries.set(shape, query);
    const parameters = query.parameters.map((each) =>
      each instanceof Slot ? flat[each.at] : each,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
