import type { ApiDocument } from '@anedya-docs/openapi-model';
import type { Duplex } from 'node:stream';
import type { Announcement } from '../core/announcements.ts';
import type { AddressedPush, Clock, Ids } from '../core/context.ts';
import { limits, mqttLimits, type MqttLimits } from '../core/limits.ts';
import { localSharedState, type SharedState } from '../core/shared-state.ts';
import { Admission } from './admission.ts';
import { Connection } from './connection.ts';
import type { BrokerDeps } from './deps.ts';
import type { DeviceApi } from './device-api.ts';
import { type DeviceConnection, DeviceConnections } from './device-connections.ts';
import { type NetworkConnection, NetworkConnections } from './network.ts';
import { type Reason, reasons } from './reason.ts';
import { requestsByTopic } from './requests.ts';
import { nodeTimers, type Timers } from './timers.ts';

export interface BrokerOptions {
  /** Document of the Device API: devices can publish to its operations with `x-mqtt`. */
  readonly document: ApiDocument;
  readonly deviceApi: DeviceApi;
  readonly clock: Clock;
  /** Defaults to the timers of the process. */
  readonly timers?: Timers;
  readonly ids: Ids;
  /** State shared by servers on one store; not needed by a single server. */
  readonly shared?: SharedState;
  readonly limits?: Partial<MqttLimits>;
  /** Returns the key that limits count an address under; defaults to the address. */
  readonly clientKey?: (address: string) => string;
  /** Called with errors that no client caused. They contain no secrets. */
  readonly report: (error: unknown) => void;
}

/** MQTT side of the sandbox: accepts connections on any transport, responds to requests and pushes messages. */
export class MqttBroker {
  /** Connections, each with a promise that resolves once its stream is closed. */
  private readonly connections = new Map<Connection, Promise<void>>();
  readonly limits: MqttLimits;
  private readonly network: NetworkConnections;
  private readonly deps: BrokerDeps;
  private readonly clientKey: (address: string) => string;
  private closing: Promise<void> | undefined;

  constructor(options: BrokerOptions) {
    const { document, deviceApi, clock, ids, report } = options;
    const { timers = nodeTimers, shared = localSharedState(clock) } = options;
    this.limits = { ...mqttLimits, ...options.limits };
    this.clientKey = options.clientKey ?? ((address) => address);
    this.network = new NetworkConnections(this.limits, clock, timers);
    this.deps = {
      deviceApi,
      clock,
      timers,
      ids,
      report,
      limits: this.limits,
      requests: requestsByTopic(document),
      admission: new Admission(this.limits, shared),
      devices: new DeviceConnections(shared),
      topicPrefix: document.mqtt?.topicPrefix ?? '',
    };
  }

  /** Number of open network connections. */
  get open(): number {
    return this.network.open;
  }

  /** Number of connected devices. */
  get connected(): number {
    return this.deps.admission.connections;
  }

  /**
   * Counts a network connection from its first byte.
   * @returns undefined, after destroying the stream, if a limit is reached
   */
  admit(stream: Duplex, address: string): NetworkConnection | undefined {
    if (!this.closing) return this.network.admit(stream, this.clientKey(address));
    stream.on('error', () => undefined).destroy();
    return undefined;
  }

  /**
   * Serves a client.
   * @param stream MQTT packets in both directions, on any transport
   * @param from address of the client, or the network connection if it is already admitted
   */
  accept(stream: Duplex, from: string | NetworkConnection): void {
    const network = typeof from === 'string' ? this.admit(stream, from) : from;
    if (!network) return;
    const connection = new Connection(stream, network, this.deps);
    const closed = new Promise<void>((resolve) => stream.once('close', () => resolve()));
    this.connections.set(connection, closed);
    void connection
      .run()
      .catch(this.deps.report)
      .finally(() => this.connections.delete(connection));
  }

  /** Delivers messages to connected devices, and disconnects those whose credentials were revoked. */
  announce(announcement: Announcement): void {
    if (announcement.kind === 'push') this.deliver(announcement.projectId, announcement.push);
    if (announcement.kind === 'end') {
      const { projectId, nodeId, exceptDeviceId } = announcement;
      void this.disconnect(projectId, nodeId, exceptDeviceId);
    }
  }

  /** Delivers a message to its device if it is connected and subscribed. Other devices receive it when they request it. */
  deliver(projectId: string, { nodeId, deviceId, topic, body }: AddressedPush): void {
    this.deps.devices.deliver({ projectId, nodeId, deviceId }, topic, body);
  }

  /**
   * Closes the connection of a node whose credentials were revoked, or all connections of a project.
   * @param exceptDeviceId device of the node that stays connected
   */
  async disconnect(projectId: string, nodeId?: string, exceptDeviceId?: string): Promise<void> {
    const text = 'The credentials of this device are no longer valid.';
    const ended = this.deps.devices.of(projectId, nodeId, exceptDeviceId);
    await endAll(ended, reasons.administrativeAction, text);
  }

  /**
   * Disconnects all clients, each after its request in flight, and accepts no new ones. Resolves once the last connection is
   * closed. Connections that are left after `limits.shutdown.requests` are cut.
   */
  close(): Promise<void> {
    return (this.closing ??= this.disconnectAll());
  }

  private async disconnectAll(): Promise<void> {
    this.deps.devices.close();
    const text = 'The sandbox is shutting down. Connect again later.';
    const connections = [...this.connections.keys()];
    const closed = Promise.all(this.connections.values());
    await new Promise<void>((resolve, reject) => {
      const timer = this.deps.timers.set(() => {
        for (const connection of connections) connection.destroy();
        resolve();
      }, limits.shutdown.requests);
      endAll(connections, reasons.serverShuttingDown, text)
        .then(() => closed)
        .finally(() => timer.clear())
        .then(() => resolve(), reject);
    });
  }
}

/** Ends connections after the response to their request in flight, which may be the one that revoked the credentials. */
async function endAll(
  connections: readonly DeviceConnection[],
  reason: Reason,
  message: string,
): Promise<void> {
  await Promise.all(
    connections.map(async (connection) => {
      await connection.idle();
      await connection.end(reason, message);
    }),
  );
}
