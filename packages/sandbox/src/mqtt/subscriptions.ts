import type { ISubscribePacket, ISubscription, IUnsubscribePacket } from 'mqtt-packet';
import { isTopicFilter, type DeviceTopics } from './device-topics.ts';
import type { HeldFilters } from './held-filters.ts';
import type { InnerSession } from './inner-session.ts';
import type { ProtocolVersion } from './packet-writer.ts';
import { reasons, Refusal, type Reason } from './reason.ts';

/** Code of a refused filter in a SUBACK of MQTT 3.1.1 (3.9.3). */
const failure = 0x80;

/** What one device is subscribed to: filters below its own prefix. */
export class Subscriptions {
  /**
   * @param filters those that are held; their QoS is applied to what arrives
   * @param limit filters that may be held at once
   */
  constructor(
    private readonly filters: HeldFilters,
    private readonly topics: DeviceTopics,
    private readonly session: InnerSession,
    private readonly limit: number,
    private readonly version: ProtocolVersion,
  ) {}

  /** @returns a code for each filter: the QoS that is granted, or why it is refused */
  async subscribe({ subscriptions, properties }: ISubscribePacket): Promise<number[]> {
    if (subscriptions.length === 0) {
      throw new Refusal(reasons.protocolError, 'SUBSCRIBE has to name a topic filter.');
    }
    if (properties?.subscriptionIdentifier !== undefined) {
      const text = 'Subscription identifiers are not supported.';
      throw new Refusal(reasons.subscriptionIdentifiersNotSupported, text);
    }
    const granted = new Map<string, ISubscription>();
    const codes = subscriptions.map(({ topic, qos }) => {
      const reason = this.refusalOf(topic);
      if (reason) return this.version === 5 ? reason.code : failure;
      const most = qos === 0 ? 0 : 1;
      this.filters.hold(topic, most);
      // Inside, the first filter that a message fits would decide its QoS.
      granted.set(topic, { topic: this.topics.inside(this.topics.below(topic) ?? ''), qos: 1 });
      return most;
    });
    if (granted.size > 0) await this.session.subscribe([...granted.values()]);
    return codes;
  }

  /** @returns a code for each filter */
  async unsubscribe({ unsubscriptions }: IUnsubscribePacket): Promise<number[]> {
    if (unsubscriptions.length === 0) {
      throw new Refusal(reasons.protocolError, 'UNSUBSCRIBE has to name a topic filter.');
    }
    const held = unsubscriptions.filter((filter) => this.filters.drop(filter));
    const inner = held.map((filter) => this.topics.inside(this.topics.below(filter) ?? ''));
    if (inner.length > 0) await this.session.unsubscribe(inner);
    const { success, noSubscriptionExisted } = reasons;
    return unsubscriptions.map((filter) =>
      held.includes(filter) ? success.code : noSubscriptionExisted.code,
    );
  }

  private refusalOf(filter: string): Reason | undefined {
    if (filter.startsWith('$share/')) return reasons.sharedSubscriptionsNotSupported;
    if (!isTopicFilter(filter)) return reasons.topicFilterInvalid;
    if (this.topics.below(filter) === undefined) return reasons.notAuthorized;
    const isNew = !this.filters.has(filter);
    return isNew && this.filters.size >= this.limit ? reasons.quotaExceeded : undefined;
  }
}
