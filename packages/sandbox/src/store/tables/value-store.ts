export interface ValueTable {
  project_id: string;
  /** `global` or `node`. */
  scope: string;
  /** Node id, or a name of the user's choice. */
  namespace: string;
  key: string;
  /** The node of scope `node`, with which the value goes; null in scope `global`. */
  node_id: string | null;
  /** `string`, `binary`, `float` or `boolean`. */
  type: string;
  /** The value as JSON. */
  value: string;
  /** Bytes of the value itself. */
  size: number;
  /** Milliseconds since 1970. */
  created: number;
  modified: number;
}

export interface ValueStoreTables {
  value_store: ValueTable;
}
