import type { ColumnType, Generated } from 'kysely';

interface AccessTokenTable {
  project_id: string;
  id: string;
  /** The secret itself: a signature can only be checked with it. */
  secret: string;
  /** Policy as JSON. */
  policy: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** Secrets of the sandbox itself, which all servers on one store share. */
interface ServerSecretTable {
  name: string;
  value: string;
}

interface AccessTables {
  server_secrets: ServerSecretTable;
  access_tokens: AccessTokenTable;
}

export interface VariableTable {
  project_id: string;
  id: string;
  /** Identifier that devices and calls use; case-sensitive. */
  variable: string;
  name: string;
  /** `float`, `geo` or `status`. */
  type: string;
  description: string;
  /** Retention of points in seconds; 0 for no limit. */
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
interface PointCountTable {
  project_id: string;
  points: number;
}

interface LogTable {
  project_id: string;
  node_id: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Tells lines of one millisecond apart, and sorts them as they came. */
  id: string;
  /** Text of the line as JSON: PostgreSQL takes no U+0000. */
  body: string;
}

interface DataTables {
  variables: VariableTable;
  points: PointTable;
  point_counts: PointCountTable;
  logs: LogTable;
}

interface EventTable {
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

interface EventTables {
  events: EventTable;
}

export interface CommandTable {
  project_id: string;
  id: string;
  node_id: string;
  command: string;
  data: string;
  data_type: string;
  /** `pending`, `received`, `processing`, `success`, `failure` or `invalidated`; that it expired, `expires` says. */
  status: string;
  /** Acknowledgment of the device; null before. */
  ack_data: string | null;
  ack_data_type: string | null;
  /** Milliseconds since 1970. */
  issued: number;
  updated: number;
  expires: number;
}

interface CommandTables {
  commands: CommandTable;
}

/** What is bounded over all projects, and counted by one transaction at a time. */
export const lockNames = ['projects', 'bytes'] as const;

export type LockName = (typeof lockNames)[number];

interface LockTable {
  name: LockName;
}

export interface LockTables {
  locks: LockTable;
}

export interface AssetTable {
  project_id: string;
  id: string;
  identifier: string;
  version: string;
  description: string;
  is_signed: number;
  signature: string;
  /** As given; else SHA-256 of the file in hexadecimal, and empty before the file is there. */
  checksum: string;
  /** Pairs as JSON. */
  meta: string;
  /** `uploadpending`, `deployable` or `mergefailed`; the states on the way there follow from `joining`. */
  status: string;
  parts: number;
  /** Bytes of the whole file; 0 before it is there. */
  size: number;
  /** ETags that completion named, by part number, as JSON. */
  etags: string;
  /** Milliseconds since 1970. */
  created: number;
  /** When the upload was completed; null before. */
  completed: number | null;
  /** When the joining of parts was last asked for; null for an upload in one part. */
  joining: number | null;
}

/** Uploaded bytes of an asset, part by part. */
export interface AssetPartTable {
  project_id: string;
  asset_id: string;
  part: number;
  size: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  etag: string;
  /** `libsql` reads an `ArrayBuffer`, `pg` a `Uint8Array`. */
  bytes: ColumnType<ArrayBuffer | Uint8Array, Uint8Array, Uint8Array>;
}

export interface DeploymentTable {
  project_id: string;
  id: string;
  name: string;
  comment: string;
  asset_id: string;
  /** Tags as JSON. */
  filter: string;
  /** Stages as JSON, in their order. */
  stages: string;
  /** Milliseconds since 1970. */
  starts: number;
  expires: number;
  /** When it was aborted, by a call or by its own failures; null while it was not. */
  aborted: number | null;
  created: number;
}

/** What a deployment has come to on one node. */
export interface DeploymentReportTable {
  project_id: string;
  deployment_id: string;
  node_id: string;
  /** Number of the stage the node was taken into. */
  stage: number;
  /** `offered` before the device reports; then `start`, `success`, `failure` or `skipped`. */
  status: string;
  /** Milliseconds since 1970. */
  updated: number;
}

interface OtaTables {
  assets: AssetTable;
  asset_parts: AssetPartTable;
  deployments: DeploymentTable;
  deployment_reports: DeploymentReportTable;
}

interface ProjectTable {
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

interface NodeTagTable {
  project_id: string;
  node_id: string;
  key: string;
  value: string;
}

/** Child nodes of a gateway. */
interface NodeChildTable {
  project_id: string;
  parent_id: string;
  child_id: string;
  alias: string;
  created: number;
}

interface ProjectTables {
  projects: ProjectTable;
  nodes: NodeTable;
  node_tags: NodeTagTable;
  node_children: NodeChildTable;
}

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

interface ValueStoreTables {
  value_store: ValueTable;
}

/**
 * Every table of the sandbox. Each has `project_id`, except for those of the sandbox itself: no query leaves it out. Types fit SQLite and PostgreSQL alike: text,
 * integer (64 bits), double precision; booleans are integers 0 and 1, JSON is text.
 */
export interface Database
  extends
    ProjectTables,
    AccessTables,
    DataTables,
    CommandTables,
    EventTables,
    ValueStoreTables,
    OtaTables,
    LockTables {}
