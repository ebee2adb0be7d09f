import type { SharedMessage, SharedState } from '../shared-state/index.ts';
import type { Connection } from './connection.ts';
import type { DeviceSession } from './device-calls.ts';
import { takenOver } from './open-session.ts';
import { reasons } from './reason.ts';

/** A connection that speaks for a device. */
interface Holder {
  readonly device: DeviceSession;
  readonly connection: Connection;
  /** Its place among all connections on all servers; nothing before it is known. */
  number?: number;
  /** Highest number of a connection of the same device that another server has told of. */
  heard: number;
}

type Node = Pick<DeviceSession, 'projectId' | 'nodeId'>;

const keyOf = ({ projectId, nodeId }: Node) => `${projectId}/${nodeId}`;

/** Which connection speaks for each device: the one that came last, on whichever server. */
export class DeviceConnections {
  /** Stops to listen to other servers. */
  readonly close: () => void;
  /** By node. */
  private readonly holders = new Map<string, Holder>();
  private readonly keys = new WeakMap<Connection, string>();

  constructor(private readonly shared: SharedState) {
    this.close = shared.listen((message) => {
      if (message.kind === 'connected') this.hear(message);
    });
  }

  /** Makes a connection the one of its device; resolves when an older one on this server has ended. */
  async takeOver(device: DeviceSession, connection: Connection): Promise<void> {
    const key = keyOf(device);
    const older = this.holders.get(key);
    const holder: Holder = { device, connection, heard: 0 };
    this.holders.set(key, holder);
    this.keys.set(connection, key);
    await older?.connection.end(reasons.sessionTakenOver, takenOver);
    const number = await this.shared.nextNumber();
    holder.number = number;
    const { projectId, nodeId } = device;
    this.shared.tell({ kind: 'connected', projectId, nodeId, number });
    giveWay(holder);
  }

  leave(connection: Connection): void {
    const key = this.keys.get(connection);
    if (key !== undefined && this.holders.get(key)?.connection === connection) {
      this.holders.delete(key);
    }
  }

  /** Connections of a node, but for those of one device, or those of a whole project. */
  of(projectId: string, nodeId?: string, exceptDeviceId?: string): Connection[] {
    return [...this.holders.values()]
      .filter(({ device }) => device.projectId === projectId)
      .filter(({ device }) => nodeId === undefined || device.nodeId === nodeId)
      .filter(({ device }) => device.deviceId !== exceptDeviceId)
      .map(({ connection }) => connection);
  }

  private hear(message: Extract<SharedMessage, { kind: 'connected' }>): void {
    const holder = this.holders.get(keyOf(message));
    if (!holder) return;
    holder.heard = Math.max(holder.heard, message.number);
    giveWay(holder);
  }
}

/** Ends a connection that is not the latest of its device. */
function giveWay({ connection, number, heard }: Holder): void {
  if (number === undefined || number >= heard) return;
  // Its end waits for the connection to be open, which may wait for this.
  void connection.end(reasons.sessionTakenOver, takenOver);
}
