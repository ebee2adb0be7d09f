export interface VariableTable {
  project_id: string;
  id: string;
  /** Identifier that devices and calls use; case-sensitive. */
  variable: string;
  name: string;
  /** `float`, `geo` or `status`. */
  type: string;
  description: string;
  /** Seconds that points are kept; 0 for ever. */
  ttl: number;
  /** Milliseconds since 1970. */
  created: number;
}

export interface PointTable {
  project_id: string;
  node_id: string;
  /** Identifier of the variable. */
  variable: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Number of a `float` variable; null for other types. */
  number: number | null;
  /** Value of another type, as JSON. */
  json: string | null;
}

/** How many points a project can hold at present: no fewer than it does. */
export interface PointCountTable {
  project_id: string;
  points: number;
}

export interface LogTable {
  project_id: string;
  node_id: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Tells lines of one millisecond apart, and sorts them as they came. */
  id: string;
  /** Text of the line as JSON: PostgreSQL takes no U+0000. */
  body: string;
}

export interface DataTables {
  variables: VariableTable;
  points: PointTable;
  point_counts: PointCountTable;
  logs: LogTable;
}
