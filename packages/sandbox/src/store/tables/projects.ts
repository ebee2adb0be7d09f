import type { Generated } from 'kysely';

export interface ProjectTable {
  id: string;
  /** SHA-256 of the API key, in hexadecimal: a copy of the database opens no project. */
  api_key_hash: string;
  /** Milliseconds since 1970. */
  created: number;
  last_used: number;
  /** Minutes in which somebody used the project; 0 while it was only created and described. */
  uses: Generated<number>;
}

export interface NodeTable {
  project_id: string;
  id: string;
  name: string;
  description: string;
  /** Device that is bound or authorised; null before. Lower case. */
  device_id: string | null;
  /** Whether the device has bound itself, or is authorised ahead and has not connected yet. */
  is_bound: number;
  connection_key: string;
  /** Secret of the next binding; it changes with each. */
  binding_secret: string;
  suspended: number;
  /** Milliseconds since 1970. */
  created: number;
  modified: number;
  /** Last heartbeat; null before the first. */
  last_heartbeat: number | null;
}

export interface NodeTagTable {
  project_id: string;
  node_id: string;
  key: string;
  value: string;
}

/** Child nodes of a gateway. */
export interface NodeChildTable {
  project_id: string;
  parent_id: string;
  child_id: string;
  alias: string;
  created: number;
}

export interface ProjectTables {
  projects: ProjectTable;
  nodes: NodeTable;
  node_tags: NodeTagTable;
  node_children: NodeChildTable;
}
