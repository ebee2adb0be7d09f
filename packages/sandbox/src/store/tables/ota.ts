import type { ColumnType } from 'kysely';

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

export interface OtaTables {
  assets: AssetTable;
  asset_parts: AssetPartTable;
  deployments: DeploymentTable;
  deployment_reports: DeploymentReportTable;
}
