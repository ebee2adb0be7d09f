/** What the platform has of the reader's node, read with the Platform API. */
import type { JsonValue } from '@anedya-docs/openapi-model';
import { fieldsIn, textIn, type Fields } from '../../requests/json-fields';

/** Sends requests to the Platform API by the id of their operation. Throws if one fails. */
interface PlatformClient {
  send(id: string, body: JsonValue): Promise<Fields>;
}

export interface Point {
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly value: JsonValue | undefined;
}

export interface CommandRecord {
  readonly commandId: string;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Milliseconds since 1970. */
  readonly updatedOn: number;
}

export interface StoredValue {
  readonly value: JsonValue | undefined;
  /** Seconds since 1970. */
  readonly modified: number;
}

export interface NodeRecords {
  /** The newest points of a variable, oldest first. */
  readonly points: (variable: string) => Promise<readonly Point[]>;
  /** Newest first. */
  readonly commands: () => Promise<readonly CommandRecord[]>;
  /** A value in the value store of the node; undefined if it does not have the key. */
  readonly value: (key: string) => Promise<StoredValue | undefined>;
  /** Ids of the deployments of the project. */
  readonly deployments: () => Promise<readonly string[]>;
  /** Number of devices that reported `skipped` for a deployment. */
  readonly skipped: (deploymentId: string) => Promise<number>;
}

const listIn = (value: JsonValue | undefined) => (Array.isArray(value) ? value : []).map(fieldsIn);

/** Points and commands per read. */
const limit = 100;

/**
 * Reads the records of a node.
 * @param now milliseconds since 1970
 */
export function recordsOf(
  platform: PlatformClient,
  nodeId: string,
  now: () => number = Date.now,
): NodeRecords {
  const namespace = { scope: 'node', id: nodeId };
  return {
    points: async (variable) => {
      // The clock of the device may be ahead of this one.
      const to = Math.ceil(now() / 1000) + 60;
      const range = { from: to - 3600, to, limit, order: 'desc' };
      const { data } = await platform.send('data-get-data', {
        variable,
        nodes: [nodeId],
        ...range,
      });
      return listIn(fieldsIn(data)[nodeId])
        .map(({ timestamp, value }) => ({ timestamp: Number(timestamp), value }))
        .reverse();
    },
    commands: async () => {
      const filter = { nodeId };
      const { data } = await platform.send('command-list', { filter, limit, offset: 0 });
      return listIn(data).map((command) => ({
        commandId: textIn(command, 'commandId'),
        status: textIn(command, 'status'),
        issuedAt: Number(command.issuedAt),
        updatedOn: Number(command.updatedOn),
      }));
    },
    value: async (key) => {
      const page = { orderby: 'key', order: 'asc', limit, offset: 0 };
      const { data } = await platform.send('valuestore-scan', { filter: { namespace }, ...page });
      if (!listIn(data).some((entry) => entry.key === key)) return undefined;
      const { value, modified } = await platform.send('valuestore-get-value', { namespace, key });
      return { value, modified: Number(modified) };
    },
    deployments: async () => {
      const page = { orderby: 'creation', order: 'desc', limit, offset: 0 };
      const { data } = await platform.send('deployments-list', page);
      return listIn(data).map((deployment) => textIn(deployment, 'deploymentId'));
    },
    skipped: async (deploymentId) => {
      const { data } = await platform.send('deployments-analyze', { deploymentId });
      return Number(fieldsIn(fieldsIn(data).counts).skipped ?? 0);
    },
  };
}
