export interface EventTable {
  project_id: string;
  node_id: string;
  id: string;
  type: string;
  /** Time that the device states, in milliseconds since 1970. */
  timestamp: number;
  /** An object as JSON. */
  data: string;
  /** Milliseconds since 1970. */
  received: number;
}

export interface EventTables {
  events: EventTable;
}
