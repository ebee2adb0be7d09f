import type { JsonObject } from '../core/context.ts';
import type { SharedMessage, SharedState } from '../core/shared-state.ts';
import type { DeviceSession } from './device-api.ts';
import { type Reason, reasons } from './reason.ts';

/** A connection that belongs to a device. */
export interface DeviceConnection {
  /** Ends the connection; resolves once the broker has no state of the device left. */
  end(reason: Reason, message: string): Promise<void>;
  /** Resolves once the response to the request in flight, if any, is written. */
  idle(): Promise<void>;
  /**
   * Sends the device a message if it is subscribed.
   * @param suffix of the topic
   */
  deliver(suffix: string, body: JsonObject): void;
}

interface Entry {
  readonly device: DeviceSession;
  readonly connection: DeviceConnection;
  /** Number of this connection among all connections on all servers; undefined until it is assigned. */
  number?: number;
  /** Highest number of another server's connection of the same device. */
  heard: number;
}

type Node = Pick<DeviceSession, 'projectId' | 'nodeId'>;

const keyOf = ({ projectId, nodeId }: Node) => `${projectId}/${nodeId}`;

/** The latest connection of each device, on any server. */
export class DeviceConnections {
  /** Unsubscribes from messages of other servers. */
  readonly close: () => void;
  /** Connections by node; a node has one device at a time. */
  private readonly entries = new Map<string, Entry>();
  private readonly keys = new WeakMap<DeviceConnection, string>();

  constructor(private readonly shared: SharedState) {
    this.close = shared.listen((message) => {
      if (message.kind === 'connected') this.hear(message);
    });
  }

  /** Makes a connection the current one of its device. Resolves once an older one on this server has ended. */
  async takeOver(device: DeviceSession, connection: DeviceConnection): Promise<void> {
    const key = keyOf(device);
    const older = this.entries.get(key);
    const entry: Entry = { device, connection, heard: 0 };
    this.entries.set(key, entry);
    this.keys.set(connection, key);
    if (older) await endTakenOver(older);
    const number = await this.shared.nextNumber();
    entry.number = number;
    const { projectId, nodeId } = device;
    this.shared.tell({ kind: 'connected', projectId, nodeId, number });
    giveWay(entry);
  }

  remove(connection: DeviceConnection): void {
    const key = this.keys.get(connection);
    if (key !== undefined && this.entries.get(key)?.connection === connection) {
      this.entries.delete(key);
    }
  }

  /**
   * Sends a message to a device connected to this server.
   * @param suffix of the topic
   */
  deliver(device: DeviceSession, suffix: string, body: JsonObject): void {
    const entry = this.entries.get(keyOf(device));
    if (entry?.device.deviceId === device.deviceId) entry.connection.deliver(suffix, body);
  }

  /** Returns the connections of a node, except those of one device, or all connections of a project. */
  of(projectId: string, nodeId?: string, exceptDeviceId?: string): DeviceConnection[] {
    return [...this.entries.values()]
      .filter(({ device }) => device.projectId === projectId)
      .filter(({ device }) => nodeId === undefined || device.nodeId === nodeId)
      .filter(({ device }) => device.deviceId !== exceptDeviceId)
      .map(({ connection }) => connection);
  }

  private hear(message: Extract<SharedMessage, { kind: 'connected' }>): void {
    const entry = this.entries.get(keyOf(message));
    if (!entry) return;
    entry.heard = Math.max(entry.heard, message.number);
    giveWay(entry);
  }
}

/** Ends a connection that is not the latest of its device. */
function giveWay(entry: Entry): void {
  const { number, heard } = entry;
  if (number === undefined || number >= heard) return;
  // Not awaited: the end waits until the connection is open, which may itself wait for this.
  void endTakenOver(entry);
}

const endTakenOver = ({ connection }: Entry) =>
  connection.end(
    reasons.sessionTakenOver,
    'The device has connected again. Only its latest connection stays open.',
  );
