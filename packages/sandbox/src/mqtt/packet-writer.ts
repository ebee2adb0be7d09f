import type { Duplex } from 'node:stream';
import { generate, type Packet } from 'mqtt-packet';
import { MqttError, reasons, type Reason } from './reason.ts';
import type { Timers } from './timers.ts';

/** Protocol version of a client: 4 is MQTT 3.1.1. */
export type ProtocolVersion = 4 | 5;

/** Packets that can contain a reason string. */
type ResponsePacket = Extract<
  Packet,
  { cmd: 'connack' | 'puback' | 'suback' | 'unsuback' | 'disconnect' }
>;

/** Writes packets in the protocol version of the client, and omits fields that this version does not support. */
export class PacketWriter {
  version: ProtocolVersion = 4;
  /** Largest packet that the client accepts, in bytes (MQTT 5.0, 3.1.2.11.4). */
  maximumPacketSize = Number.POSITIVE_INFINITY;
  /** Whether the client accepts reason strings beyond CONNACK and DISCONNECT (MQTT 5.0, 3.1.2.11.7). */
  wantsReasons = true;

  /** @param bound maximum number of buffered bytes */
  constructor(
    private readonly stream: Duplex,
    private readonly bound: number,
    private readonly timers: Pick<Timers, 'next'>,
  ) {}

  /** @returns false if the message exceeds the client's maximum packet size: it counts as delivered (MQTT 5.0, 3.1.2.11.4) */
  send(packet: Packet): boolean {
    const bytes = this.encode(packet);
    if (bytes.length > this.maximumPacketSize) return false;
    this.write(bytes);
    return true;
  }

  /**
   * Sends the response to a packet of the client.
   * @param why reason string, omitted if the client does not accept it
   * @throws MqttError if the response exceeds the client's maximum packet size
   */
  respond(packet: ResponsePacket, why?: string): void {
    if (this.explain(packet, this.wantsReasons ? why : undefined)) return;
    const text =
      'The response exceeds the Maximum Packet Size of this client. Use fewer topic filters per packet.';
    throw new MqttError(reasons.packetTooLarge, text);
  }

  /** Sends the last packet to a client that is not connected yet. */
  reject({ code, connack, rejection = code }: Reason, reasonString: string): void {
    if (this.version === 4 && connack === undefined) return;
    const codes = { returnCode: connack, reasonCode: rejection };
    this.explain({ cmd: 'connack', sessionPresent: false, ...codes }, reasonString);
  }

  /** Sends the last packet to a connected client. MQTT 3.1.1 has none: the connection just closes. */
  disconnect({ code }: Reason, reasonString: string): void {
    if (this.version === 4) return;
    this.explain({ cmd: 'disconnect', reasonCode: code }, reasonString);
  }

  /** Returns whether the packet fits the client's maximum packet size. */
  fits(packet: Packet): boolean {
    return this.encode(packet).length <= this.maximumPacketSize;
  }

  /** Sends a packet with a reason string, or without it if the packet would be too large (MQTT 5.0, 3.4.2.2.2). */
  private explain(packet: ResponsePacket, reasonString: string | undefined): boolean {
    if (this.version === 4 || reasonString === undefined) return this.send(packet);
    return this.send({ ...packet, properties: { reasonString } }) || this.send(packet);
  }

  private encode(packet: Packet): Buffer {
    return generate(packet, { protocolVersion: this.version });
  }

  /** @returns a promise that resolves when the client has read the buffered data; undefined if it has already read enough */
  drained(): Promise<void> | undefined {
    const { stream } = this;
    if (!stream.writableNeedDrain) return undefined;
    return new Promise((resolve) => {
      const done = () => {
        stream.off('drain', done).off('close', done);
        resolve();
      };
      stream.on('drain', done).on('close', done);
    });
  }

  /** Sends everything that is written in one tick together, as long as it is small. */
  private write(bytes: Buffer): void {
    const { stream } = this;
    if (stream.destroyed || stream.writableEnded) return;
    if (stream.writableCorked === 0) {
      stream.cork();
      this.timers.next(() => {
        stream.uncork();
      });
    }
    stream.write(bytes);
    if (stream.writableNeedDrain) stream.uncork();
    // A client that does not read would not receive a reason either.
    if (this.stream.writableLength > this.bound) this.stream.destroy();
  }
}
