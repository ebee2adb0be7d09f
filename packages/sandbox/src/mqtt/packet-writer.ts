import type { Duplex } from 'node:stream';
import { generate, type Packet } from 'mqtt-packet';
import { MqttError, reasons, type Reason } from './reason.ts';

/** Version that a client speaks: 4 is MQTT 3.1.1. */
export type ProtocolVersion = 4 | 5;

/** Packets that can say why. */
type ResponsePacket = Extract<
  Packet,
  { cmd: 'connack' | 'puback' | 'suback' | 'unsuback' | 'disconnect' }
>;

/** Writes packets in the version of the client. What that version cannot say is left out. */
export class PacketWriter {
  version: ProtocolVersion = 4;
  /** Largest packet that the client takes, in bytes (MQTT 5.0, 3.1.2.11.4). */
  maximumPacketSize = Number.POSITIVE_INFINITY;
  /** Whether the client wants reason strings beyond CONNACK and DISCONNECT (MQTT 5.0, 3.1.2.11.7). */
  wantsReasons = true;

  /** @param bound bytes that may wait for the client */
  constructor(
    private readonly stream: Duplex,
    private readonly bound: number,
  ) {}

  /** @returns false for a message that is larger than the client takes: it counts as delivered (MQTT 5.0, 3.1.2.11.4) */
  send(packet: Packet): boolean {
    const bytes = this.encode(packet);
    if (bytes.length > this.maximumPacketSize) return false;
    this.write(bytes);
    return true;
  }

  /**
   * Sends the response to a packet of the client.
   * @param why left out where the client does not want it
   * @throws MqttError when the client takes no packet that large
   */
  respond(packet: ResponsePacket, why?: string): void {
    if (this.explain(packet, this.wantsReasons ? why : undefined)) return;
    const text = 'The response is larger than the packets this client takes. Ask for less at once.';
    throw new MqttError(reasons.packetTooLarge, text);
  }

  /** The last packet for a client that is not connected yet. */
  reject({ code, connack }: Reason, reasonString: string): void {
    if (this.version === 4 && connack === undefined) return;
    const codes = { returnCode: connack, reasonCode: code };
    this.explain({ cmd: 'connack', sessionPresent: false, ...codes }, reasonString);
  }

  /** The last packet for a connected client. MQTT 3.1.1 has none: the connection just ends. */
  disconnect({ code }: Reason, reasonString: string): void {
    if (this.version === 4) return;
    this.explain({ cmd: 'disconnect', reasonCode: code }, reasonString);
  }

  /** Whether the client takes a packet of this length. */
  fits(packet: Packet): boolean {
    return this.encode(packet).length <= this.maximumPacketSize;
  }

  /** Sends a packet with a reason string, and without where that makes it too large (MQTT 5.0, 3.4.2.2.2). */
  private explain(packet: ResponsePacket, reasonString: string | undefined): boolean {
    if (this.version === 4 || reasonString === undefined) return this.send(packet);
    return this.send({ ...packet, properties: { reasonString } }) || this.send(packet);
  }

  private encode(packet: Packet): Buffer {
    return generate(packet, { protocolVersion: this.version });
  }

  /** @returns when the client has read what was written; undefined when it has read enough */
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

  /** What is written in one tick leaves together, as long as it is little. */
  private write(bytes: Buffer): void {
    const { stream } = this;
    if (stream.destroyed || stream.writableEnded) return;
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => {
        stream.uncork();
      });
    }
    stream.write(bytes);
    if (stream.writableNeedDrain) stream.uncork();
    // A client that does not read cannot be told so either.
    if (this.stream.writableLength > this.bound) this.stream.destroy();
  }
}
