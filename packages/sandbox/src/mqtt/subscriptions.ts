import type { ISubscribePacket, IUnsubscribePacket, QoS } from 'mqtt-packet';
import type { ProtocolVersion } from './packet-writer.ts';
import { MqttError, reasons, type Reason } from './reason.ts';
import { isTopicFilter, suffixOf, TopicFilters } from './topics.ts';

/** Code of a rejected filter in a SUBACK of MQTT 3.1.1 (3.9.3). */
const failure = 0x80;

/** The subscriptions of one device: topic filters below its own prefix. */
export class Subscriptions {
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
