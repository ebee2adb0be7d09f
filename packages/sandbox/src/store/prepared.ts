import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database } from './database.ts';

/** Maximum number of values in a cached query. The lengths of longer lists vary too much to cache a query for each. */
const most = 100;

/** Placeholder of a value while a query is compiled. */
class Slot {
  constructor(readonly at: number) {}
}

/**
 * Copies lists and objects with a slot for each value, and appends the values to `flat`.
 * @param lengths receives the lengths of the lists, because the text of the query depends on them
 */
function slotted(value: unknown, flat: unknown[], lengths: number[]): unknown {
  if (Array.isArray(value)) {
    lengths.push(value.length);
    return value.map((item) => slotted(item, flat, lengths));
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, item]) => [
      name,
      slotted(item, flat, lengths),
    ]);
    return Object.fromEntries(entries);
  }
  flat.push(value);
  return new Slot(flat.length - 1);
}

/**
 * Compiles a query to SQL once for each database, and then runs it with different values: for frequent device requests,
 * compiling takes longer than running it.
 * @param build receives the values of the query. It must not read them, because most runs pass slots only.
 * @returns a function that runs the query; objects in the values must have the same keys each time
 */
export function prepared<Values extends object, Row>(
  build: (db: Kysely<Database>, values: Values) => Compilable<Row>,
): (db: Kysely<Database>, values: Values) => Promise<readonly Row[]> {
  const cached = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return async (db, values) => {
    const [flat, lengths]: [unknown[], number[]] = [[], []];
    const slots = slotted(values, flat, lengths) as Values;
    if (flat.length > most) return (await db.executeQuery<Row>(build(db, values).compile())).rows;
    // A database and its transactions share the compiled queries.
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
