import { MqttError, reasons } from './reason.ts';

/** Bytes of the longest fixed header: type and flags, then up to 4 bytes of length (MQTT 5.0, 1.5.5). */
const longestHeader = 5;

/**
 * Cuts a stream into packets, so that a packet that is too long is refused by its header and never held, and a parser
 * that reads too far never reads into the next packet.
 */
export class Framer {
  private parts: Buffer[] = [];
  private size = 0;
  /** Bytes without which nothing more can be told. */
  private needed = 2;

  /** @param limit largest packet, in bytes; it may change between packets */
  constructor(public limit: number) {}

  /**
   * Packets that are complete with these bytes.
   * @throws MqttError for a packet above the limit and for a length that is none
   */
  *packets(chunk: Buffer): Generator<Buffer> {
    this.parts.push(chunk);
    this.size += chunk.length;
    if (this.size < this.needed) return;
    let rest = Buffer.concat(this.parts);
    for (;;) {
      this.needed = this.lengthOf(rest);
      if (rest.length < this.needed) break;
      const packet = rest.subarray(0, this.needed);
      rest = rest.subarray(this.needed);
      yield packet;
    }
    this.parts = rest.length === 0 ? [] : [rest];
    this.size = rest.length;
  }

  /** Length of the packet that begins here; as long as its header is not complete, the length at which to look again. */
  private lengthOf(bytes: Buffer): number {
    let length = 0;
    for (let at = 1; at < longestHeader; at += 1) {
      const byte = bytes[at];
      if (byte === undefined) return at + 1;
      length += (byte & 0x7f) * 0x80 ** (at - 1);
      if (byte < 0x80) return this.within(at + 1 + length);
    }
    throw new MqttError(reasons.malformedPacket, 'The length of a packet takes 4 bytes at most.');
  }

  private within(length: number): number {
    if (length <= this.limit) return length;
    const text = `A packet of ${length} bytes is too large; at most ${this.limit} bytes are taken here.`;
    throw new MqttError(reasons.packetTooLarge, text);
  }
}
