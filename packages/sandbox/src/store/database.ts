import type { ColumnType, Generated } from 'kysely';

interface AccessTokenTable {
  project_id: string;
  id: string;
  /** Stored in plain text, because verifying a signature requires it. */
  secret: string;
  /** Policy as JSON. */
  policy: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** Secrets of the sandbox itself, shared by all servers on one store. */
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
  /** Identifier in requests of devices and clients; case-sensitive. */
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

/** Upper bound of the number of points in a project. */
interface PointCountTable {
  project_id: string;
  points: number;
}

interface LogTable {
  project_id: string;
  node_id: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  /** Orders lines with the same millisecond by arrival. */
  id: string;
  /** Text of the line as JSON, because PostgreSQL does not accept U+0000. */
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
  /** Timestamp from the device, in milliseconds since 1970. */
  timestamp: number;
  /** An object as JSON. */
  data: string;
  /** Milliseconds since 1970. */
  received: number;
  /** Names of the rules that matched, as JSON: each has delivered the event. */
  delivered: Generated<string>;
}

/** A rule on events with a webhook action. */
interface EventRuleTable {
  project_id: string;
  name: string;
  /** Position in the list of the project. */
  position: number;
  /** Pattern as JSON. */
  pattern: string;
}

/** A live stream. */
interface StreamTable {
  project_id: string;
  id: string;
  /** Ids of the nodes, and identifiers of the variables whose points it sends, as JSON. */
  nodes: string;
  variables: string;
  /** Whether it sends new values in the namespaces of the nodes. */
  sends_values: number;
  /** Milliseconds since 1970. */
  expires: number;
}

interface EventTables {
  streams: StreamTable;
  events: EventTable;
  event_rules: EventRuleTable;
}

export interface CommandTable {
  project_id: string;
  id: string;
  node_id: string;
  command: string;
  data: string;
  data_type: string;
  /**
   * `pending`, `received`, `processing`, `success`, `failure` or `invalidated`. Whether it has expired follows from `expires`.
   */
  status: string;
  /** Acknowledgment of the device; null before it arrives. */
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

/** Totals over all projects that are limited, and counted by one transaction at a time. */
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
  /** Checksum from the client; otherwise the SHA-256 of the file in hexadecimal, empty until the upload is complete. */
  checksum: string;
  /** Pairs as JSON. */
  meta: string;
  /** `uploadpending`, `deployable` or `mergefailed`; the states in between follow from `joining`. */
  status: string;
  parts: number;
  /** Size of the whole file in bytes; 0 until the upload is complete. */
  size: number;
  /** ETags from the completion request, by part number, as JSON. */
  etags: string;
  /** Milliseconds since 1970. */
  created: number;
  /** When the upload was completed; null before that. */
  completed: number | null;
  /** When the merge of the parts was last requested; null for an upload in one part. */
  joining: number | null;
}

/** Parts of an uploaded asset. */
export interface AssetPartTable {
  project_id: string;
  asset_id: string;
  part: number;
  size: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  etag: string;
  /** `libsql` requires an `ArrayBuffer`, `pg` a `Uint8Array`. */
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
  /** Stages as JSON, in order. */
  stages: string;
  /** Milliseconds since 1970. */
  starts: number;
  expires: number;
  /** When it was aborted, by a request or by its failures; null if it was not aborted. */
  aborted: number | null;
  created: number;
}

/** Progress of a deployment on one node. */
export interface DeploymentReportTable {
  project_id: string;
  deployment_id: string;
  node_id: string;
  /** Number of the stage that admitted the node. */
  stage: number;
  /** `offered` until the device reports; then `start`, `success`, `failure` or `skipped`. */
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
  /**
   * SHA-256 of the API key, in hexadecimal: a copy of the database gives no access to a project. Another text for a project that
   * is being written or deleted; see `core/projects/retire.ts`.
   */
  api_key_hash: string;
  /** Milliseconds since 1970. */
  created: number;
  last_used: number;
  /** Number of minutes with requests; 0 while the project was only created and described. */
  uses: Generated<number>;
  /** Name of the client that created it, which does not reveal its address; null if it is unknown. */
  client: Generated<string | null>;
  /** The id that clients know, after all data of the project was replaced; null if it is `id`. */
  public_id: Generated<string | null>;
}

export interface NodeTable {
  project_id: string;
  id: string;
  name: string;
  description: string;
  /** Device that is bound or preauthorized, in lower case; null if there is none. */
  device_id: string | null;
  /** Whether the device is bound, or preauthorized and not connected yet. */
  is_bound: number;
  connection_key: string;
  /** Secret of the next binding; each binding replaces it. */
  binding_secret: string;
  suspended: number;
  /** Milliseconds since 1970. */
  created: number;
  modified: number;
  /** Last heartbeat; null before the first one. */
  last_heartbeat: number | null;
  /** Heartbeats in the minute that started at `heartbeats_since`. */
  heartbeats: Generated<number>;
  heartbeats_since: Generated<number | null>;
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
  /** Node id, or a name that the user chose. */
  namespace: string;
  key: string;
  /** Node that the value belongs to in scope `node`, and is deleted with; null in scope `global`. */
  node_id: string | null;
  /** `string`, `binary`, `float` or `boolean`. */
  type: string;
  /** The value as JSON. */
  value: string;
  /** Size of the value in bytes. */
  size: number;
  /** Milliseconds since 1970. */
  created: number;
  modified: number;
}

interface ValueStoreTables {
  value_store: ValueTable;
}

/**
 * Tables of the sandbox. All except those of the sandbox itself have `project_id`, and every query on them filters by it. Types
 * work in SQLite and PostgreSQL: text, integer (64 bits), double precision; booleans are integers 0 and 1, JSON is text.
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

/** Connections to a PostgreSQL server. */
export const postgresConnections = 10;

/**
 * A store that cannot be opened or used. The message tells operators what is wrong with which file or server, and what to do.
 * It contains no secrets.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}
