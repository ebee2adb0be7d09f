import type { Duplex } from 'node:stream';
import type { ApiDocument } from '@anedya-docs/openapi-model';
import { Aedes } from 'aedes';
import type { Clock } from '../core/clock.ts';
import type { JsonObject, Push } from '../core/context.ts';
import type { Ids } from '../core/ids.ts';
import { Admission } from './admission.ts';
import type { BrokerParts } from './broker-parts.ts';
import { Connection } from './connection.ts';
import type { DeviceCalls, DeviceSession } from './device-calls.ts';
import { innerTopic } from './device-topics.ts';
import { defaultLimits, type MqttLimits } from './limits.ts';
import { takenOver } from './open-session.ts';
import { reasons, type Reason } from './reason.ts';
import { requestsByTopic, type MqttRequest } from './requests.ts';

export interface BrokerOptions {
  /** Device API: its operations with `x-mqtt` are what devices publish. */
  readonly document: ApiDocument;
  /** Requests that the guides teach and the document does not describe. */
  readonly undocumented?: readonly MqttRequest[];
  readonly calls: DeviceCalls;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits?: Partial<MqttLimits>;
  /** Told of faults that are none of a client's. No secret is in them. */
  readonly report: (error: unknown) => void;
}

type Node = Pick<DeviceSession, 'projectId' | 'nodeId'>;

/** MQTT side of the sandbox: takes connections from any transport, answers requests and pushes messages. */
export class MqttBroker {
  private readonly connections = new Set<Connection>();
  /** Connection of each device, by its node. */
  private readonly devices = new Map<string, Connection>();
  private readonly keys = new WeakMap<Connection, string>();
  private readonly parts: BrokerParts;
  private isClosed = false;

  private constructor(
    private readonly aedes: Aedes,
    options: BrokerOptions,
  ) {
    const { document, calls, clock, ids, report, undocumented } = options;
    const limits = { ...defaultLimits, ...options.limits };
    this.parts = {
      ...{ aedes, calls, clock, ids, report, limits },
      requests: requestsByTopic(document, undocumented),
      admission: new Admission(limits, clock),
      topicPrefix: document.mqtt?.topicPrefix ?? '',
      publish: (node, topic, body) => this.publish(node, topic, body),
      takeOver: (device, connection) => this.takeOver(device, connection),
      leave: (connection) => this.leave(connection),
    };
  }

  static async start(options: BrokerOptions): Promise<MqttBroker> {
    return new MqttBroker(await Aedes.createBroker(), options);
  }

  /** Devices that are connected. */
  get connected(): number {
    return this.parts.admission.connections;
  }

  /**
   * Takes a connection of any transport: a stream of MQTT packets in both directions.
   * @param address of the client
   */
  accept(stream: Duplex, address: string): void {
    const { admission, report } = this.parts;
    if (this.isClosed || !admission.arrived()) {
      stream.on('error', () => undefined).destroy();
      return;
    }
    const connection = new Connection(stream, address, this.parts);
    this.connections.add(connection);
    void connection
      .run()
      .catch(report)
      .finally(() => {
        this.connections.delete(connection);
        admission.left();
      });
  }

  /** Delivers a message to a device that is connected and subscribed; others find it when they ask. */
  deliver(projectId: string, { nodeId, topic, body }: Push): void {
    void this.publish({ projectId, nodeId }, topic, body);
  }

  /** Ends the connection of a node whose credentials have ended, or those of a whole project. */
  async disconnect(projectId: string, nodeId?: string): Promise<void> {
    const start = nodeId === undefined ? `${projectId}/` : innerTopic({ projectId, nodeId }, '');
    const concerned = [...this.devices].filter(([key]) => key.startsWith(start));
    const text = 'The credentials of this device have ended.';
    await endAll(
      concerned.map(([, connection]) => connection),
      reasons.administrativeAction,
      text,
    );
  }

  /** Says goodbye to all clients and takes no more. */
  async close(): Promise<void> {
    this.isClosed = true;
    const text = 'The sandbox shuts down. Connect again later.';
    await endAll([...this.connections], reasons.serverShuttingDown, text);
    await new Promise<void>((resolve) => this.aedes.close(resolve));
  }

  private publish(node: Node, below: string, body: JsonObject): Promise<void> {
    const topic = innerTopic(node, below);
    const payload = Buffer.from(JSON.stringify(body));
    const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const;
    return new Promise((resolve) => {
      this.aedes.publish(packet, (error) => {
        if (error && !this.isClosed) this.parts.report(error);
        resolve();
      });
    });
  }

  private async takeOver(device: DeviceSession, connection: Connection): Promise<void> {
    const key = innerTopic(device, '');
    const older = this.devices.get(key);
    this.devices.set(key, connection);
    this.keys.set(connection, key);
    await older?.end(reasons.sessionTakenOver, takenOver);
  }

  private leave(connection: Connection): void {
    const key = this.keys.get(connection);
    if (key !== undefined && this.devices.get(key) === connection) this.devices.delete(key);
  }
}

async function endAll(
  connections: readonly Connection[],
  reason: Reason,
  message: string,
): Promise<void> {
  await Promise.all(connections.map((connection) => connection.end(reason, message)));
}
