/** The tables of a project, with what each column of a file may contain. */
import type { JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import type { Database } from '../../store/database.ts';
import { tokenLengths } from '../auth/keys.ts';
import { commandLimits } from '../commands/command.ts';
import { toColumns, toValue } from '../data/stored-points.ts';
import { limits, serverStorage } from '../limits.ts';
import { maxStages } from '../ota/rollout.ts';
import { readPattern } from '../rule-pattern.ts';
import { maxBytes } from '../text.ts';
import { valueSize } from '../value-store/values.ts';
import {
  alphanumeric,
  base64,
  type Column,
  finite,
  flag,
  int32,
  integer,
  isPairs,
  isPolicy,
  isShortText,
  isTexts,
  json,
  jsonOf,
  nodeKey,
  oneOf,
  orNull,
  type Stored,
  stagesOf,
  submitted,
  text,
  time,
  uuid,
} from './columns.ts';

/** Tables of a project, by the types of the store: a new one does not compile until `tables` has it. */
export type ProjectTable = {
  [Name in keyof Database]: Database[Name] extends { project_id: string } ? Name : never;
}[keyof Database];

export type Row = Readonly<Record<string, Stored>>;

/** What was read of a file before. */
export interface Known {
  /** Rows that later tables refer to. */
  readonly rows: Record<'nodes' | 'variables' | 'assets' | 'deployments' | 'access_tokens', Row[]>;
  /** Number of rows. */
  readonly counts: Partial<Record<ProjectTable, number>>;
}

export type KeptTable = keyof Known['rows'];

export interface Table<Name extends ProjectTable> {
  /** Maximum number of rows, and what they are called in the message above it. */
  readonly limit: readonly [max: number, what: string];
  readonly columns: Readonly<Record<Exclude<keyof Database[Name] & string, 'project_id'>, Column>>;
  /** The primary key without the project, which is also the order in a file. */
  readonly key: readonly Exclude<keyof Database[Name] & string, 'project_id'>[];
  /** Other columns that identify a row unless one of them is null. */
  readonly unique?: readonly (readonly string[])[];
  /** Columns that name a row of another table. */
  readonly references?: Readonly<Record<string, readonly [table: KeptTable, column: string]>>;
  /** Returns a check of a row against the rows read before; it returns what is wrong. */
  readonly check?: (known: Known) => (row: Row) => string | undefined;
}

const { project } = limits;
const toNode = { node_id: ['nodes', 'id'] } as const;

/** Whether a point has a value of the type of its variable. */
function checkPoints({ rows: { variables } }: Known) {
  const types = new Map(variables.map(({ variable, type }) => [variable, String(type)]));
  return ({ variable = '', number, json }: Row) => {
    const columns = { number: number as number | null, json: json as string | null };
    const type = types.get(variable) ?? '';
    const value = toColumns(type, toValue(columns));
    const isSame = value?.number === columns.number && value.json === columns.json;
    return isSame ? undefined : `"number" or "json" must have a value of type ${type}`;
  };
}

function checkValue({ scope, namespace, node_id: nodeId, type, value, size }: Row) {
  if (nodeId !== (scope === 'node' ? namespace : null)) {
    return '"node_id" must be the namespace in scope "node", and null in scope "global"';
  }
  const bytes = valueSize(String(type), JSON.parse(String(value)) as JsonValue);
  return bytes === size ? undefined : `"size" must be ${bytes}`;
}

/** Whether the parts fit their assets, and the limits of files. */
function checkParts({ rows: { assets } }: Known) {
  const left = new Map(
    assets.map(({ id, parts }) => [id, { parts, bytes: serverStorage.bytes.file }]),
  );
  let all = serverStorage.bytes.project;
  return ({ asset_id: id = '', part, bytes, size }: Row) => {
    const asset = left.get(id);
    const { length } = bytes as Uint8Array;
    if (size !== length) return `"size" must be ${length}, the length of "bytes"`;
    if (!asset || Number(part) > Number(asset.parts)) return '"part" is above those of the asset';
    asset.bytes -= length;
    all -= length;
    if (asset.bytes >= 0 && all >= 0) return undefined;
    return `an asset can have ${serverStorage.bytes.file} bytes, and all of a project ${serverStorage.bytes.project}`;
  };
}

function checkTags() {
  const counts = new Map<Stored, number>();
  return ({ node_id: id = '' }: Row) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count > project.tags ? `a node can have ${project.tags} tags` : undefined;
  };
}

/** Tables in the order in which they are written: a row comes after those that it refers to. */
export const tables: { readonly [Name in ProjectTable]: Table<Name> } = {
  nodes: {
    limit: [project.nodes, 'nodes'],
    key: ['id'],
    unique: [['device_id'], ['connection_key']],
    columns: {
      id: uuid,
      name: text(),
      description: text(),
      device_id: orNull(uuid),
      is_bound: flag,
      connection_key: nodeKey,
      binding_secret: nodeKey,
      suspended: flag,
      created: time,
      modified: time,
      last_heartbeat: orNull(time),
      heartbeats: int32,
      heartbeats_since: orNull(time),
    },
    check:
      () =>
      ({ device_id: device, is_bound: isBound }) =>
        device === null && isBound === 1 ? '"is_bound" must be 0 without a device' : undefined,
  },
  node_tags: {
    limit: [project.nodes * project.tags, 'tags'],
    key: ['node_id', 'key'],
    references: toNode,
    columns: { node_id: uuid, key: text(), value: text() },
    check: checkTags,
  },
  node_children: {
    limit: [project.nodes * project.nodes, 'children'],
    key: ['parent_id', 'child_id'],
    unique: [['parent_id', 'alias']],
    references: { parent_id: ['nodes', 'id'], child_id: ['nodes', 'id'] },
    columns: { parent_id: uuid, child_id: uuid, alias: text(), created: time },
  },
  variables: {
    limit: [project.variables, 'variables'],
    key: ['variable'],
    columns: {
      variable: text(maxBytes, 1),
      id: uuid,
      name: text(),
      type: oneOf('float', 'geo', 'status'),
      description: text(),
      ttl: integer(0),
      created: time,
    },
  },
  points: {
    limit: [serverStorage.points.project, 'points'],
    key: ['node_id', 'variable', 'timestamp'],
    references: { ...toNode, variable: ['variables', 'variable'] },
    columns: {
      node_id: uuid,
      variable: text(),
      timestamp: submitted,
      number: orNull(finite),
      json: orNull(json('a value', 6 * maxBytes + 2, () => true)),
    },
    check: checkPoints,
  },
  point_counts: {
    limit: [1, 'counts of points'],
    key: ['points'],
    columns: { points: integer(0, serverStorage.points.project) },
    check:
      ({ counts: { points = 0 } }) =>
      ({ points: count }) =>
        Number(count) < points ? `"points" must be at least ${points}` : undefined,
  },
  logs: {
    limit: [project.logs, 'log lines'],
    key: ['node_id', 'timestamp', 'id'],
    references: toNode,
    columns: {
      node_id: uuid,
      timestamp: submitted,
      id: uuid,
      body: json('a log line', 6 * 1024 + 2, (value) => isShortText(value, 1024)),
    },
  },
  commands: {
    limit: [project.commands, 'commands'],
    key: ['id'],
    references: toNode,
    columns: {
      id: uuid,
      node_id: uuid,
      command: text(4 * commandLimits.name),
      data: text(commandLimits.payload),
      data_type: oneOf('string', 'binary'),
      status: oneOf('pending', 'received', 'processing', 'success', 'failure', 'invalidated'),
      ack_data: orNull(text(commandLimits.ackData)),
      ack_data_type: orNull(oneOf('string', 'binary')),
      issued: time,
      updated: time,
      expires: time,
    },
  },
  value_store: {
    limit: [project.values, 'keys'],
    key: ['scope', 'namespace', 'key'],
    columns: {
      scope: oneOf('global', 'node'),
      namespace: text(maxBytes, 1),
      key: text(),
      node_id: orNull(uuid),
      type: oneOf('string', 'binary', 'float', 'boolean'),
      value: json('a value', 6 * limits.values.text + 2, () => true),
      size: integer(0, limits.values.text),
      created: time,
      modified: time,
    },
    check: ({ rows: { nodes } }) => {
      const ids = new Set(nodes.map(({ id }) => id));
      let left: number = limits.values.project;
      return (row) => {
        if (row.scope === 'node' && !ids.has(row.namespace ?? '')) return '"namespace" is no node';
        left -= Number(row.size);
        if (left < 0) return `all values together can have ${limits.values.project} bytes`;
        return checkValue(row);
      };
    },
  },
  events: {
    limit: [project.events, 'events'],
    key: ['id'],
    references: toNode,
    columns: {
      node_id: uuid,
      id: uuid,
      type: text(),
      timestamp: submitted,
      data: json('an object', 4 * limits.event.data, isJsonObject),
      received: time,
      delivered: json(
        `names of at most ${project.rules} rules`,
        limits.bodyBytes,
        (value) => isTexts(value) && value.length <= project.rules,
      ),
    },
  },
  event_rules: {
    limit: [project.rules, 'rules on events'],
    key: ['name'],
    columns: {
      name: text(maxBytes, 1),
      position: int32,
      pattern: json('a rule pattern', project.jsonBytes, (value) => readPattern(value).length >= 0),
    },
  },
  streams: {
    limit: [project.streams, 'streams'],
    key: ['id'],
    columns: {
      id: uuid,
      nodes: json('node ids', limits.bodyBytes, isTexts),
      variables: json('identifiers of variables', limits.bodyBytes, isTexts),
      sends_values: flag,
      expires: time,
    },
  },
  access_tokens: {
    limit: [project.tokens, 'access tokens'],
    key: ['id'],
    columns: {
      id: alphanumeric(tokenLengths.id),
      secret: alphanumeric(tokenLengths.secret),
      // A policy that the API accepts was part of a request.
      policy: json('a policy', limits.bodyBytes, isPolicy),
      expires: time,
    },
  },
  assets: {
    limit: [project.assets, 'assets'],
    key: ['id'],
    columns: {
      id: uuid,
      identifier: text(),
      version: text(),
      description: text(),
      is_signed: flag,
      signature: text(),
      checksum: text(),
      meta: json('an object of strings', project.jsonBytes, isPairs),
      status: oneOf('uploadpending', 'deployable', 'mergefailed'),
      parts: integer(1, limits.files.parts),
      size: integer(0, serverStorage.bytes.file),
      etags: json('an object of strings', limits.bodyBytes, isPairs),
      created: time,
      completed: orNull(time),
      joining: orNull(time),
    },
  },
  asset_parts: {
    limit: [project.assets * limits.files.parts, 'parts of assets'],
    key: ['asset_id', 'part'],
    references: { asset_id: ['assets', 'id'] },
    columns: {
      asset_id: uuid,
      part: integer(1, limits.files.parts),
      size: integer(0, serverStorage.bytes.file),
      etag: text(),
      bytes: base64,
    },
    check: checkParts,
  },
  deployments: {
    limit: [project.deployments, 'deployments'],
    key: ['id'],
    columns: {
      id: uuid,
      name: text(),
      comment: text(),
      asset_id: uuid,
      filter: json('an object of strings', project.jsonBytes, isPairs),
      stages: jsonOf('stages', maxStages * 1000, stagesOf),
      starts: time,
      expires: time,
      aborted: orNull(time),
      created: time,
    },
  },
  deployment_reports: {
    limit: [project.reports, 'reports of deployments'],
    key: ['deployment_id', 'node_id'],
    references: { deployment_id: ['deployments', 'id'] },
    columns: {
      deployment_id: uuid,
      node_id: uuid,
      stage: int32,
      status: oneOf('offered', 'start', 'success', 'failure', 'skipped'),
      updated: time,
    },
  },
};
