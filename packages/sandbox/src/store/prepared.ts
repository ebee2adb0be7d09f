import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database } from './database.ts';

/** Maximum number of values in a cached query. The lengths of longer lists vary too much to cache a query for each. */
const most = 100;

/** Placeholder of a value while a query is compiled. */
class Slot {
  constructor(readonly at: number) {}
}

/**
 * Appends the values of lists and objects to `flat`.
 * @param lengths receives the lengths of the lists, because the text of the query depends on them
 */
function flatten(value: unknown, flat: unknown[], lengths: number[]): void {
  if (Array.isArray(value)) {
    lengths.push(value.length);
    for (const item of value) flatten(item, flat, lengths);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) flatten(item, flat, lengths);
  } else flat.push(value);
}

/** Copies lists and objects with a slot for each value, in the order of `flatten`. */
function slotted(value: unknown, next: () => Slot): unknown {
  if (Array.isArray(value)) return value.map((item) => slotted(item, next));
  if (typeof value !== 'object' || value === null) return next();
  const entries = Object.entries(value).map(([name, item]) => [name, slotted(item, next)]);
  return Object.fromEntries(entries);
}

/** Returns a copy of the values of a query that has slots instead, to compile the query. */
function slotsOf<Values extends object>(values: Values): Values {
  let at = 0;
  return slotted(values, () => new Slot(at++)) as Values;
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
    flatten(values, flat, lengths);
    if (flat.length > most) return (await db.executeQuery<Row>(build(db, values).compile())).rows;
    // A database and its transactions share the compiled queries.
    const { adapter } = db.getExecutor();
    const queries = cached.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    cached.set(adapter, queries);
    const shape = lengths.join();
    const query = queries.get(shape) ?? build(db, slotsOf(values)).compile();
    queries.set(shape, query);
    const parameters = query.parameters.map((each) =>
      each instanceof Slot ? flat[each.at] : each,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
