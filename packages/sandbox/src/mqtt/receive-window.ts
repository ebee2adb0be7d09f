import type { IPublishPacket } from 'mqtt-packet';

/**
 * Keeps messages with QoS 1 back while a client has as many unacknowledged ones as it takes (MQTT 5.0, 4.9). They stay in
 * order.
 */
export class ReceiveWindow {
  private readonly unacknowledged = new Set<number>();
  private readonly waiting: IPublishPacket[] = [];
  private waitingBytes = 0;

  /**
   * @param size messages that the client takes at once
   * @param bound bytes that may wait
   * @param send sends a message; false when it counts as delivered without
   */
  constructor(
    private readonly size: number,
    private readonly bound: number,
    private readonly send: (packet: IPublishPacket) => boolean,
  ) {}

  /** @returns false when too much waits already */
  push(packet: IPublishPacket): boolean {
    if (packet.qos === 0) {
      this.send(packet);
      return true;
    }
    this.waitingBytes += packet.payload.length;
    this.waiting.push(packet);
    this.advance();
    return this.waitingBytes <= this.bound;
  }

  acknowledge(messageId: number | undefined): void {
    if (messageId !== undefined) this.unacknowledged.delete(messageId);
    this.advance();
  }

  private advance(): void {
    while (this.unacknowledged.size < this.size) {
      const packet = this.waiting.shift();
      if (!packet) return;
      this.waitingBytes -= packet.payload.length;
      if (this.send(packet) && packet.messageId !== undefined) {
        this.unacknowledged.add(packet.messageId);
      }
    }
  }
}
