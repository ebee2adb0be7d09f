/** The format of a project file: one JSON object with everything that a project holds except its API key. */
import type { Column } from './columns.ts';
import { type ProjectTable, type Table, tables } from './tables.ts';

/** Name and version of the format. A change of the columns of a table requires a new version. */
export const format = { format: 'anedya-sandbox-project', version: 1 } as const;

/** In the order in which they are written: a row comes after those that it refers to. */
export const tableNames = Object.keys(tables) as ProjectTable[];

/** A table, whichever it is. */
export type AnyTable = Omit<Table<ProjectTable>, 'columns' | 'key'> & {
  readonly columns: Readonly<Record<string, Column>>;
  readonly key: readonly string[];
};

export const tableOf = (name: ProjectTable) => tables[name] as unknown as AnyTable;
