import type {
  IPublishPacket,
  ISubscribePacket,
  IUnsubscribePacket,
  Packet,
  QoS,
} from 'mqtt-packet';
import type { JsonObject } from '../core/context.ts';
import { mqttCosts, type MqttLimits } from '../core/limits.ts';
import { TokenBucket } from '../core/token-bucket.ts';
import type { ConnectRequest } from './connect.ts';
import type { BrokerDeps } from './deps.ts';
import type { DeviceSession } from './device-calls.ts';
import { handleRequest, type Rejection } from './handle-request.ts';
import type { Traffic } from './network.ts';
import type { PacketWriter, ProtocolVersion } from './packet-writer.ts';
import { MqttError, type Reason, reasons } from './reason.ts';
import { isTopicFilter, isTopicName, suffixOf, TopicFilters } from './topics.ts';

interface Message {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: QoS;
}

const maxPacketIdentifier = 65_535;

/**
 * Messages for one client. Those with QoS 1 wait, in order, while as many are unacknowledged as the client takes
 * (MQTT 5.0, 4.9).
 */
class OutboundMessages {
  private readonly unacknowledged = new Set<number>();
  private readonly waiting: Message[] = [];
  private waitingBytes = 0;
  private lastIdentifier = 0;

  /** @param receiveMaximum unacknowledged messages that the client takes */
  constructor(
    private readonly writer: PacketWriter,
    private readonly receiveMaximum: number,
    private readonly limits: Pick<MqttLimits, 'outboundBytes' | 'outboundMessages'>,
  ) {}

  /** Sends a message, now or when the client takes it. @returns false when too much is waiting */
  publish(message: Message): boolean {
    if (message.qos === 0) {
      this.send(message);
      return true;
    }
    this.waitingBytes += message.payload.length;
    this.waiting.push(message);
    this.advance();
    const { outboundBytes, outboundMessages } = this.limits;
    return this.waitingBytes <= outboundBytes && this.waiting.length <= outboundMessages;
  }

  acknowledge(identifier: number | undefined): void {
    if (identifier !== undefined && this.unacknowledged.delete(identifier)) this.advance();
  }

  private advance(): void {
    while (this.unacknowledged.size < this.receiveMaximum) {
      const message = this.waiting.shift();
      if (!message) return;
      this.waitingBytes -= message.payload.length;
      const identifier = this.nextIdentifier();
      // A message larger than the client takes counts as delivered (MQTT 5.0, 3.1.2.11.4).
      if (this.send(message, identifier)) this.unacknowledged.add(identifier);
    }
  }

  private send(message: Message, messageId?: number): boolean {
    const identifier = messageId === undefined ? {} : { messageId };
    return this.writer.send({
      cmd: 'publish',
      ...message,
      ...identifier,
      retain: false,
      dup: false,
    });
  }

  /** MQTT 5.0, 2.2.1: one that is not in use. There are as many as the highest receive maximum. */
  private nextIdentifier(): number {
    do {
      this.lastIdentifier = (this.lastIdentifier % maxPacketIdentifier) + 1;
    } while (this.unacknowledged.has(this.lastIdentifier));
    return this.lastIdentifier;
  }
}

/** Code of a rejected filter in a SUBACK of MQTT 3.1.1 (3.9.3). */
const failure = 0x80;

/** The subscriptions of one device: topic filters below its own prefix. */
class Subscriptions {
  private readonly filters = new TopicFilters();

  /**
   * @param prefix of the device's topics
   * @param limit filters at a time
   */
  constructor(
    private readonly prefix: string,
    private readonly limit: number,
    private readonly version: ProtocolVersion,
  ) {}

  /** QoS of a message on a topic, by the filters that match it; undefined when none does. */
  qosOf(topic: string): QoS | undefined {
    return this.filters.qosOf(topic);
  }

  /** @returns a code for each filter: the granted QoS, or why it is rejected */
  subscribe({ subscriptions, properties }: ISubscribePacket): number[] {
    if (subscriptions.length === 0) {
      throw new MqttError(reasons.protocolError, 'SUBSCRIBE needs a topic filter.');
    }
    if (properties?.subscriptionIdentifier !== undefined) {
      const text = 'Subscription identifiers are not supported.';
      throw new MqttError(reasons.subscriptionIdentifiersNotSupported, text);
    }
    return subscriptions.map(({ topic, qos }) => {
      const reason = this.rejectionOf(topic);
      if (reason) return this.version === 5 ? reason.code : failure;
      const granted = qos === 0 ? 0 : 1;
      this.filters.set(topic, granted);
      return granted;
    });
  }

  /** @returns a code for each filter */
  unsubscribe({ unsubscriptions }: IUnsubscribePacket): number[] {
    if (unsubscriptions.length === 0) {
      throw new MqttError(reasons.protocolError, 'UNSUBSCRIBE needs a topic filter.');
    }
    const { success, noSubscriptionExisted } = reasons;
    return unsubscriptions.map((filter) =>
      this.filters.delete(filter) ? success.code : noSubscriptionExisted.code,
    );
  }

  private rejectionOf(filter: string): Reason | undefined {
    if (filter.startsWith('$share/')) return reasons.sharedSubscriptionsNotSupported;
    if (!isTopicFilter(filter)) return reasons.topicFilterInvalid;
    if (suffixOf(filter, this.prefix) === undefined) return reasons.notAuthorized;
    const isNew = !this.filters.has(filter);
    return isNew && this.filters.size >= this.limit ? reasons.quotaExceeded : undefined;
  }
}

/** What one session is opened with. */
interface SessionOptions {
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
    this.options.traffic.charge(mqttCosts.rejection);
    return Buffer.from(payload.length <= readableBytes ? payload : '');
  }

  private rejectionOf(qos: number, suffix: string | undefined): Rejection | undefined {
    if (!this.rate.take()) return tooOften;
    if (qos === 2) return qosTwo;
    return suffix === undefined ? foreignTopic : undefined;
  }
}
