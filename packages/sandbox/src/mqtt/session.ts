import { Buffer } from 'buffer';
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
import type { DeviceSession } from './device-api.ts';
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

/** Messages for one client. Those with QoS 1 are queued while the client's Receive Maximum is reached (MQTT 5.0, 4.9). */
class OutboundMessages {
  private readonly unacknowledged = new Set<number>();
  private readonly waiting: Message[] = [];
  private waitingBytes = 0;
  private lastIdentifier = 0;

  /** @param receiveMaximum maximum number of unacknowledged messages */
  constructor(
    private readonly writer: PacketWriter,
    private readonly receiveMaximum: number,
    private readonly limits: Pick<MqttLimits, 'outboundBytes' | 'outboundMessages'>,
  ) {}

  /**
   * Sends a message, or queues it.
   * @returns false if the queue is full
   */
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
      // A message above the client's maximum packet size counts as delivered (MQTT 5.0, 3.1.2.11.4).
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

  /** Returns an unused packet identifier (MQTT 5.0, 2.2.1). There are as many as the highest Receive Maximum. */
  private nextIdentifier(): number {
    do {
      this.lastIdentifier = (this.lastIdentifier % maxPacketIdentifier) + 1;
    } while (this.unacknowledged.has(this.lastIdentifier));
    return this.lastIdentifier;
  }
}

/** Return code for a rejected filter in a SUBACK of MQTT 3.1.1 (3.9.3). */
const failure = 0x80;

/** Subscriptions of a device: topic filters below its prefix. */
class Subscriptions {
  private readonly filters = new TopicFilters();

  /**
   * @param prefix prefix of the device's topics
   * @param limit maximum number of filters
   */
  constructor(
    private readonly prefix: string,
    private readonly limit: number,
    private readonly version: ProtocolVersion,
  ) {}

  /** Returns the QoS of a message on a topic; undefined if no filter matches it. */
  qosOf(topic: string): QoS | undefined {
    return this.filters.qosOf(topic);
  }

  /** @returns a code for each filter: the granted QoS, or the reason of the rejection */
  subscribe({ subscriptions, properties }: ISubscribePacket): number[] {
    if (subscriptions.length === 0) {
      throw new MqttError(reasons.protocolError, 'SUBSCRIBE needs at least one topic filter.');
    }
    if (properties?.subscriptionIdentifier !== undefined) {
      const text = 'Subscription identifiers are not supported. Subscribe without one.';
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
      throw new MqttError(reasons.protocolError, 'UNSUBSCRIBE needs at least one topic filter.');
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

/** Options of a session. */
interface SessionOptions {
  readonly device: DeviceSession;
  /** Prefix of the device's topics. */
  readonly prefix: string;
  readonly receiveMaximum: number;
  readonly writer: PacketWriter;
  /** Counts the cost of rejected requests. */
  readonly traffic: Traffic;
  /** Key that limits count the client under. */
  readonly clientKey: string;
  /** Called when too many messages are queued for the client. */
  readonly onOverflow: () => void;
}

/** Largest payload, in bytes, that is parsed if its request exceeds the rate limit. */
const readableBytes = 4096;

const foreignTopic: Rejection = {
  reason: reasons.notAuthorized,
  message: 'A device can publish only to topics that start with $anedya/device/ and its device id.',
};
const tooOften: Rejection = {
  reason: reasons.quotaExceeded,
  message: 'This device sends too many requests. Wait a second, then send fewer.',
};
const qosTwo: Rejection = {
  reason: reasons.qosNotSupported,
  message: 'QoS 2 is not supported. Publish with QoS 0 or 1.',
};

/** Session of a connected device: handles its packets one at a time, and delivers responses and pushed messages. */
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
        const text = `A connected client must not send ${packet.cmd.toUpperCase()}.`;
        throw new MqttError(reasons.protocolError, text);
      }
    }
  }

  /**
   * Sends the device a message if one of its filters matches.
   * @param suffix of the topic, below the device's prefix
   */
  deliver(suffix: string, body: JsonObject): void {
    const topic = this.options.prefix + suffix;
    const qos = this.subscriptions.qosOf(topic);
    if (qos === undefined) return;
    const payload = Buffer.from(JSON.stringify(body));
    if (!this.outbound.publish({ topic, payload, qos })) this.options.onOverflow();
  }

  /** Runs the request in the will of the device. The response is discarded. */
  async runWill({ topic, payload }: NonNullable<ConnectRequest['will']>): Promise<void> {
    const suffix = suffixOf(topic, this.options.prefix);
    const will = { topic: suffix, payload };
    await handleRequest(this.deps, this.device, will, this.options.clientKey);
  }

  /** Runs a request and acknowledges it after its writes are durable. */
  private async receive({ topic, payload, qos, retain, messageId, properties }: IPublishPacket) {
    const { prefix, writer } = this.options;
    if (properties?.topicAlias !== undefined || topic === '') {
      const text = 'Topic aliases are not supported. Send the topic name.';
      throw new MqttError(reasons.topicAliasInvalid, text);
    }
    if (!isTopicName(topic)) {
      const text = 'The topic of a PUBLISH must not contain wildcards.';
      throw new MqttError(reasons.topicNameInvalid, text);
    }
    const suffix = suffixOf(topic, prefix);
    const rejection = this.rejectionOf(qos, suffix);
    const body = rejection === tooOften ? this.readable(payload) : Buffer.from(payload);
    const request = {
      topic: suffix,
      payload: body,
      isRetained: retain,
      ...(rejection && { rejection }),
    };
    const { reason, message, response, warning } = await handleRequest(
      this.deps,
      this.device,
      request,
      this.options.clientKey,
    );
    if (response) this.deliver(response.topic, response.body);
    if (warning) this.deliver(warning.topic, warning.body);
    // In MQTT 3.1.1, only the error response can state why the connection ends.
    if (rejection === qosTwo) throw new MqttError(rejection.reason, rejection.message);
    if (qos === 0) return;
    writer.respond({ cmd: 'puback', messageId, reasonCode: reason.code }, message);
  }

  /**
   * Returns the payload of a request above the rate limit, to read its `reqId`, if it is small: rejecting a request must cost
   * less than sending it.
   */
  private readable(payload: IPublishPacket['payload']): Buffer {
    this.options.traffic.charge(mqttCosts.rejection);
    return Buffer.from(payload.length <= readableBytes ? payload : '');
  }

  private rejectionOf(qos: number, suffix: string | undefined): Rejection | undefined {
    // It ends the connection, so it needs no place in the rate.
    if (qos === 2) return qosTwo;
    if (!this.rate.take()) return tooOften;
    return suffix === undefined ? foreignTopic : undefined;
  }
}
