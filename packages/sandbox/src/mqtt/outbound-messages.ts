import type { QoS } from 'mqtt-packet';
import type { MqttLimits } from './limits.ts';
import type { PacketWriter } from './packet-writer.ts';

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
export class OutboundMessages {
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
