import type { IPublishPacket, Packet } from 'mqtt-packet';
import type { JsonObject } from '../core/context.ts';
import { handleRequest, type Rejection } from './handle-request.ts';
import type { ConnectRequest } from './connect.ts';
import type { BrokerDeps } from './deps.ts';
import type { DeviceSession } from './device-calls.ts';
import { costs } from './limits.ts';
import { OutboundMessages } from './outbound-messages.ts';
import type { PacketWriter } from './packet-writer.ts';
import { MqttError, reasons } from './reason.ts';
import { Subscriptions } from './subscriptions.ts';
import { TokenBucket } from './token-bucket.ts';
import { isTopicName, suffixOf } from './topics.ts';
import type { Traffic } from './traffic.ts';

/** What one session is opened with. */
export interface SessionOptions {
  readonly device: DeviceSession;
  /** Prefix of the device's topics. */
  readonly prefix: string;
  readonly receiveMaximum: number;
  readonly writer: PacketWriter;
  /** Where rejected requests are charged. */
  readonly traffic: Traffic;
  /** Called when more is waiting for the client than may. */
  readonly onOverflow: () => void;
}

/** Largest payload, in bytes, that is read when its request is above the rate. */
const readableBytes = 4096;

const foreignTopic: Rejection = {
  reason: reasons.notAuthorized,
  message: 'A device publishes to its own topics only, which start with its own device id.',
};
const tooOften: Rejection = {
  reason: reasons.quotaExceeded,
  message: 'This device sends too many requests. Wait a second, and send fewer.',
};
const qosTwo: Rejection = {
  reason: reasons.qosNotSupported,
  message: 'QoS 2 is not supported. Publish with QoS 0 or 1.',
};

/** A connected device: takes its packets one after the other, and delivers responses and pushes to it. */
export class Session {
  readonly device: DeviceSession;
  private readonly subscriptions: Subscriptions;
  private readonly outbound: OutboundMessages;
  private readonly rate: TokenBucket;

  constructor(
    private readonly deps: BrokerDeps,
    private readonly options: SessionOptions,
  ) {
    const { limits, clock } = deps;
    const { device, prefix, writer, receiveMaximum } = options;
    this.device = device;
    this.subscriptions = new Subscriptions(prefix, limits.subscriptions, writer.version);
    this.outbound = new OutboundMessages(writer, receiveMaximum, limits);
    this.rate = new TokenBucket(limits.requests, clock);
  }

  /** @throws MqttError for a packet that ends the connection */
  async handle(packet: Exclude<Packet, { cmd: 'disconnect' }>): Promise<void> {
    const { writer } = this.options;
    const { messageId } = packet;
    switch (packet.cmd) {
      case 'publish':
        return this.receive(packet);
      case 'puback':
        this.outbound.acknowledge(messageId);
        return;
      case 'subscribe': {
        const granted = this.subscriptions.subscribe(packet);
        writer.respond({ cmd: 'suback', messageId, granted });
        return;
      }
      case 'unsubscribe': {
        const granted = this.subscriptions.unsubscribe(packet);
        writer.respond({ cmd: 'unsuback', messageId, granted });
        return;
      }
      case 'pingreq':
        writer.send({ cmd: 'pingresp' });
        return;
      default: {
        const text = `A connected device does not send ${packet.cmd.toUpperCase()} here.`;
        throw new MqttError(reasons.protocolError, text);
      }
    }
  }

  /**
   * Sends the device a message when one of its filters matches.
   * @param suffix of the topic, below the device's prefix
   */
  deliver(suffix: string, body: JsonObject): void {
    const topic = this.options.prefix + suffix;
    const qos = this.subscriptions.qosOf(topic);
    if (qos === undefined) return;
    const payload = Buffer.from(JSON.stringify(body));
    if (!this.outbound.publish({ topic, payload, qos })) this.options.onOverflow();
  }

  /** Makes the request that the device left for the end of its connection. Nobody reads the response. */
  async runWill({ topic, payload }: NonNullable<ConnectRequest['will']>): Promise<void> {
    const suffix = suffixOf(topic, this.options.prefix);
    await handleRequest(this.deps, this.device, { topic: suffix, payload });
  }

  /** A request is acknowledged once what it has written is durable. */
  private async receive({ topic, payload, qos, messageId, properties }: IPublishPacket) {
    const { prefix, writer } = this.options;
    if (properties?.topicAlias !== undefined || topic === '') {
      const text = 'Topic aliases are not supported. Send the topic.';
      throw new MqttError(reasons.topicAliasInvalid, text);
    }
    if (!isTopicName(topic)) {
      const text = 'A topic to publish to must not have wildcards.';
      throw new MqttError(reasons.topicNameInvalid, text);
    }
    const suffix = suffixOf(topic, prefix);
    const rejection = this.rejectionOf(qos, suffix);
    const body = rejection === tooOften ? this.readable(payload) : Buffer.from(payload);
    const request = { topic: suffix, payload: body, ...(rejection && { rejection }) };
    const { reason, message, response } = await handleRequest(this.deps, this.device, request);
    if (response) this.deliver(response.topic, response.body);
    // In MQTT 3.1.1 only the error response says why the connection ends.
    if (rejection === qosTwo) throw new MqttError(rejection.reason, rejection.message);
    if (qos === 0) return;
    writer.respond({ cmd: 'puback', messageId, reasonCode: reason.code }, message);
  }

  /** Of a request above the rate, only a small payload is read for its `reqId`: rejecting must cost less than asking. */
  private readable(payload: IPublishPacket['payload']): Buffer {
    this.options.traffic.charge(costs.rejection);
    return Buffer.from(payload.length <= readableBytes ? payload : '');
  }

  private rejectionOf(qos: number, suffix: string | undefined): Rejection | undefined {
    if (!this.rate.take()) return tooOften;
    if (qos === 2) return qosTwo;
    return suffix === undefined ? foreignTopic : undefined;
  }
}
