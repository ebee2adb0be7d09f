import type { IPublishPacket, Packet } from 'mqtt-packet';
import type { JsonObject } from '../core/context.ts';
import { answerRequest, type Answering, type DeliveredRefusal } from './answer-request.ts';
import type { DeviceSession } from './device-calls.ts';
import { isTopicName, type DeviceTopics } from './device-topics.ts';
import type { PacketWriter } from './packet-writer.ts';
import { reasons, Refusal } from './reason.ts';
import type { ReceiveWindow } from './receive-window.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { TokenBucket } from './token-bucket.ts';

/** What a connected device works with. */
export interface SessionParts {
  readonly answering: Answering;
  readonly device: DeviceSession;
  readonly topics: DeviceTopics;
  readonly writer: PacketWriter;
  readonly subscriptions: Subscriptions;
  readonly window: ReceiveWindow;
  readonly rate: TokenBucket;
  /** Publishes for this device, below its prefix; resolves when the message is on its way. */
  readonly publish: (topic: string, body: JsonObject) => Promise<void>;
}

const foreignTopic: DeliveredRefusal = {
  reason: reasons.notAuthorized,
  message: 'A device publishes to its own topics only, which start with its own device id.',
};
const tooOften: DeliveredRefusal = {
  reason: reasons.quotaExceeded,
  message: 'This device sends too many requests. Wait a second, and send fewer.',
};

/** Takes the packets of a device that is connected, one after the other, and answers them. */
export class SessionHandler {
  constructor(private readonly parts: SessionParts) {}

  /** @throws Refusal for a packet that ends the connection */
  async handle(packet: Exclude<Packet, { cmd: 'disconnect' }>): Promise<void> {
    const { writer, subscriptions, window } = this.parts;
    const { messageId } = packet;
    switch (packet.cmd) {
      case 'publish':
        return this.receive(packet);
      case 'puback':
        window.acknowledge(messageId);
        return;
      case 'subscribe': {
        const granted = await subscriptions.subscribe(packet);
        writer.answer({ cmd: 'suback', messageId, granted });
        return;
      }
      case 'unsubscribe': {
        const granted = await subscriptions.unsubscribe(packet);
        writer.answer({ cmd: 'unsuback', messageId, granted });
        return;
      }
      case 'pingreq':
        writer.send({ cmd: 'pingresp' });
        return;
      default: {
        const text = `A connected device does not send ${packet.cmd.toUpperCase()} here.`;
        throw new Refusal(reasons.protocolError, text);
      }
    }
  }

  /** Makes the call that the device has left for the end of its connection. Nobody is there to read the answer. */
  async publishWill(topic: string, payload: Buffer): Promise<void> {
    const { answering, device, topics } = this.parts;
    const below = topics.below(topic);
    const refusal = below === undefined ? { refusal: foreignTopic } : {};
    await answerRequest(answering, device, { topic: below, payload, ...refusal });
  }

  /** A request is acknowledged after what it has written is there to stay. */
  private async receive({ topic, payload, qos, messageId, properties }: IPublishPacket) {
    const { answering, device, topics, writer, rate, publish } = this.parts;
    if (properties?.topicAlias !== undefined || topic === '') {
      throw new Refusal(
        reasons.topicAliasInvalid,
        'Topic aliases are not supported. Send the topic.',
      );
    }
    if (!isTopicName(topic)) {
      throw new Refusal(reasons.topicNameInvalid, 'A topic to publish to has no wildcards.');
    }
    const below = topics.below(topic);
    const refusal = this.refusalOf(qos, below, rate);
    const request = { topic: below, payload: Buffer.from(payload), ...(refusal && { refusal }) };
    const { reason, message, answer } = await answerRequest(answering, device, request);
    const published = answer && publish(answer.topic, answer.body);
    if (refusal?.reason === reasons.qosNotSupported) {
      // In MQTT 3.1.1 the error answer is all that says why the connection ends.
      await published;
      throw new Refusal(refusal.reason, refusal.message);
    }
    if (qos === 0) return;
    writer.answer({ cmd: 'puback', messageId, reasonCode: reason.code }, message);
  }

  private refusalOf(
    qos: number,
    below: string | undefined,
    rate: TokenBucket,
  ): DeliveredRefusal | undefined {
    if (!rate.take()) return tooOften;
    if (qos === 2) {
      const message = 'QoS 2 is not supported. Publish with QoS 0 or 1.';
      return { reason: reasons.qosNotSupported, message };
    }
    return below === undefined ? foreignTopic : undefined;
  }
}
