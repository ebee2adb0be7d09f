import mqtt, { type IClientOptions, type IDisconnectPacket, type MqttClient } from 'mqtt';
import type { JsonObject } from '../../../src/core/context.ts';
import { Inbox } from './inbox.ts';
import type { TestNode } from './platform.ts';

export type Version = 4 | 5;

/** Protocol levels and transports over which every operation is tested. */
export const versions: readonly Version[] = [4, 5];
export const transports = ['mqtt', 'mqtts', 'ws', 'wss'] as const;

export interface Message {
  /** Topic below the device's prefix. */
  readonly topic: string;
  readonly body: JsonObject;
  readonly qos: number;
}

/** A device that mqtt.js connects: as its users would, with one client for either version. */
export class Device {
  readonly messages = new Inbox<Message>();
  readonly prefix: string;
  /** Resolved when the broker has ended the connection; with its reason code in MQTT 5. */
  readonly ended: Promise<number | undefined>;
  private requests = 0;

  private constructor(
    readonly client: MqttClient,
    deviceId: string,
  ) {
    this.prefix = `$anedya/device/${deviceId}/`;
    client.on('message', (topic, payload, { qos }) => {
      const body = JSON.parse(payload.toString('utf8')) as JsonObject;
      this.messages.push({ topic: topic.slice(this.prefix.length), body, qos });
    });
    let code: number | undefined;
    client.on('disconnect', ({ reasonCode }: IDisconnectPacket) => (code = reasonCode));
    this.ended = new Promise((resolve) => client.once('close', () => resolve(code)));
  }

  /**
   * Connects and subscribes to the responses.
   * @throws the rejection of the broker, with its `code`
   */
  static async connect(
    url: string,
    { deviceId = '', connectionKey }: Pick<TestNode, 'deviceId' | 'connectionKey'>,
    protocolVersion: Version = 4,
    options: IClientOptions = {},
  ): Promise<Device> {
    const credentials = { clientId: deviceId, username: deviceId, password: connectionKey };
    const client = await mqtt.connectAsync(
      url,
      { ...credentials, protocolVersion, reconnectPeriod: 0, ...options },
      false,
    );
    client.on('error', () => undefined);
    const device = new Device(client, deviceId);
    await device.subscribe('response', 'errors');
    return device;
  }

  async subscribe(...topics: string[]): Promise<void> {
    await this.client.subscribeAsync(
      topics.map((topic) => `${this.prefix}${topic}`),
      { qos: 1 },
    );
  }

  /** Publishes a request with a new request id. @returns the response and its topic */
  async request(topic: string, body: JsonObject, qos: 0 | 1 = 1): Promise<Message> {
    this.requests += 1;
    const reqId = `${this.prefix.slice(-6, -1)}-${this.requests}`;
    const response = this.messages.next((message) => message.body.reqId === reqId);
    await this.publish(topic, JSON.stringify({ ...body, reqId }), qos);
    return response;
  }

  async publish(topic: string, payload: string | Buffer, qos: 0 | 1 = 1): Promise<void> {
    await this.client.publishAsync(`${this.prefix}${topic}`, payload, { qos });
  }

  async end(): Promise<void> {
    await this.client.endAsync();
  }
}
