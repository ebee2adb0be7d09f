import { MqttError, reasons } from './reason.ts';

/**
 * Cuts a stream into packets, so that a packet that is too long is rejected by its header and never held, and a parser
 * that reads too far never reads into the next packet.
 */
export class Framer {
  /** The start of a packet, in the first `size` bytes; the rest is free for more of it. */
  private buffer = Buffer.alloc(0);
  private size = 0;

  /** @param limit largest packet, in bytes; it may change between packets */
  constructor(public limit: number) {}

  /** Bytes of an incomplete packet. */
  get held(): number {
    return this.size;
  }

  /**
   * Packets that are complete with these bytes.
   * @throws MqttError for a packet above the limit and for an invalid length
   */
  *packets(chunk: Buffer): Generator<Buffer> {
    let rest = this.size === 0 ? chunk : this.append(chunk);
    for (;;) {
      const length = lengthOf(rest, this.limit);
      if (rest.length < length) break;
      const packet = rest.subarray(0, length);
      rest = rest.subarray(length);
      yield packet;
    }
    // Packets before may still be in use: what is left of their memory is not written to.
    if (rest.length === this.size) return;
    this.buffer = Buffer.alloc(0);
    this.size = 0;
    if (rest.length > 0) this.append(rest);
  }

  /** Memory grows in steps, so that a packet in many small pieces is not copied for each of them. */
  private append(bytes: Buffer): Buffer {
    const size = this.size + bytes.length;
    if (size > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * this.buffer.length));
      this.buffer.copy(larger, 0, 0, this.size);
      this.buffer = larger;
    }
    bytes.copy(this.buffer, this.size);
    this.size = size;
    return this.buffer.subarray(0, size);
  }
}

/**
 * Length of the packet that starts here; as long as its header is not complete, the length at which to look again.
 * @throws MqttError
 */
function lengthOf(bytes: Buffer, limit: number): number {
  const rest = readVariableByteInteger(bytes, 1);
  if (!rest) return bytes.length + 1;
  const length = rest.end + rest.value;
  if (length <= limit) return length;
  const text = `A packet of ${length} bytes is too large: at most ${limit} bytes are accepted.`;
  throw new MqttError(reasons.packetTooLarge, text);
}

/**
 * Reads a length (MQTT 5.0, 1.5.5).
 * @returns undefined when its last byte is missing
 * @throws MqttError when it has more than 4 bytes
 */
export function readVariableByteInteger(bytes: Buffer, start: number) {
  let value = 0;
  for (let index = 0; index < 4; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 0x80 ** index;
    if (byte < 0x80) return { value, end: start + index + 1 };
  }
  throw new MqttError(reasons.malformedPacket, 'A length has 4 bytes at most.');
}
