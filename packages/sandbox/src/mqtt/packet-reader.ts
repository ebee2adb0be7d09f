import { type Packet, parser } from 'mqtt-packet';
import { mqttCosts } from '../core/limits.ts';
import type { ProtocolVersion } from './packet-writer.ts';
import { MqttError, reasons, unsupportedVersion } from './reason.ts';

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
function readVariableByteInteger(bytes: Buffer, start: number) {
  let value = 0;
  for (let index = 0; index < 4; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 0x80 ** index;
    if (byte < 0x80) return { value, end: start + index + 1 };
  }
  throw new MqttError(reasons.malformedPacket, 'A length has 4 bytes at most.');
}

/** What can be told about a packet before it is parsed. */
interface PacketOutline {
  readonly isConnect: boolean;
  readonly isPublish: boolean;
  /** Bytes of a PUBLISH besides its payload; all bytes of others. */
  readonly headerBytes: number;
  /** Estimated microseconds of the event loop to parse and handle it. */
  readonly cost: number;
}

/**
 * @param bytes one whole packet, which may be malformed
 * @param version that of the connection; that of CONNECT does not matter
 */
export function outlineOf(bytes: Buffer, version: ProtocolVersion): PacketOutline {
  const [first = 0] = bytes;
  // MQTT 5.0, 2.1.2
  const isConnect = first >> 4 === 1;
  const isPublish = first >> 4 === 3;
  if (!isPublish) {
    const cost =
      mqttCosts.packet + mqttCosts.listByte * bytes.length + (isConnect ? mqttCosts.connect : 0);
    return { isConnect, isPublish, headerBytes: bytes.length, cost };
  }
  const topic = (readVariableByteInteger(bytes, 1)?.end ?? 0) + 2;
  const topicBytes = topic <= bytes.length ? bytes.readUInt16BE(topic - 2) : 0;
  const hasIdentifier = (first & 0x06) !== 0;
  const start = topic + topicBytes + (hasIdentifier ? 2 : 0);
  const properties = version === 5 ? readVariableByteInteger(bytes, start) : undefined;
  // Lengths may be wrong.
  const headerBytes = Math.min(
    bytes.length,
    properties ? properties.end + properties.value : start,
  );
  const cost = mqttCosts.packet + mqttCosts.listByte * Math.max(0, headerBytes - start);
  return { isConnect, isPublish, headerBytes, cost };
}

/** What the parser says about an unknown protocol level; it reads no further. */
const unknownLevel = 'Invalid protocol version';

/** Parses packets one by one. The version of the first one, CONNECT, applies to the rest. */
export class PacketReader {
  private readonly parser = parser();
  private outcome: Packet | Error | undefined;

  constructor() {
    this.parser.on('packet', (packet) => (this.outcome ??= packet));
    this.parser.on('error', (error: Error) => (this.outcome = error));
  }

  /**
   * @param bytes one whole packet
   * @throws MqttError for malformed packets, and for a CONNECT of an unknown version
   */
  read(bytes: Buffer): Packet {
    this.outcome = undefined;
    try {
      this.parser.parse(bytes);
    } catch (error) {
      // The parser does not check where a packet with wrong lengths ends.
      this.outcome = error as Error;
    }
    return wholePacket(this.outcome, bytes);
  }
}

function wholePacket(outcome: Packet | Error | undefined, bytes: Buffer): Packet {
  if (!outcome) throw malformed('its fields do not match its length');
  if (outcome instanceof Error) {
    throw outcome.message === unknownLevel ? unsupportedVersion() : malformed(outcome.message);
  }
  const error = textError(outcome, bytes);
  if (error !== undefined) throw malformed(error);
  return outcome;
}

const malformed = (error: string) =>
  new MqttError(reasons.malformedPacket, `Malformed packet: ${error}.`);

/**
 * Rejects what the parser accepts against the standard.
 * @throws MqttError
 */
export function checkPacket(packet: Packet): void {
  const { messageId } = packet;
  // MQTT 5.0, 2.2.1. The parser turns a missing one into -1.
  if (messageId !== undefined && messageId < 1) {
    throw new MqttError(reasons.protocolError, 'A packet identifier must be above 0.');
  }
  if (packet.cmd === 'publish') {
    // MQTT 5.0, 3.3.1.1
    if (packet.qos === 0 && packet.dup) {
      throw new MqttError(reasons.malformedPacket, 'A message with QoS 0 cannot be a duplicate.');
    }
    // MQTT 5.0, 3.3.4
    if (packet.properties?.subscriptionIdentifier !== undefined) {
      const text = 'A client publishes without a subscription identifier.';
      throw new MqttError(reasons.protocolError, text);
    }
  }
  if ('properties' in packet) checkProperties(packet.properties);
  if ('will' in packet) checkProperties(packet.will?.properties);
}

/** MQTT 5.0, 2.2.2.2: only user properties may occur twice. The parser collects repeated ones in a list. */
function checkProperties(properties: object = {}): void {
  const repeated = Object.entries(properties).find(([, value]) => Array.isArray(value));
  if (!repeated) return;
  throw new MqttError(reasons.protocolError, `The property ${repeated[0]} occurs twice.`);
}

/** What invalid UTF-8 is decoded to. */
const replacement = Buffer.from('\ufffd');

/**
 * Says what is wrong with the texts of a packet (MQTT 5.0, 1.5.4): the parser decodes anything.
 * @param bytes of the whole packet
 */
function textError(packet: Packet, bytes: Buffer): string | undefined {
  const fields = [...fieldsOf(packet)];
  const texts = fields.filter((field) => typeof field === 'string');
  if (texts.some((text) => text.includes('\0'))) return 'a text contains U+0000';
  if (!texts.some((text) => text.includes('\ufffd'))) return undefined;
  // A client may send this character. More of them than it sent come from invalid UTF-8.
  const decoded = fields.reduce((sum, field) => sum + replacementsIn(Buffer.from(field)), 0);
  return decoded > replacementsIn(bytes) ? 'a text is not valid UTF-8' : undefined;
}

/** Texts and binary data of a packet, including the names of user properties. */
function* fieldsOf(value: unknown): Generator<string | Buffer> {
  if (typeof value === 'string' || Buffer.isBuffer(value)) yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const [key, field] of Object.entries(value)) {
      yield key;
      yield* fieldsOf(field);
    }
  }
}

function replacementsIn(bytes: Buffer): number {
  let count = 0;
  let at = bytes.indexOf(replacement);
  while (at !== -1) {
    count += 1;
    at = bytes.indexOf(replacement, at + replacement.length);
  }
  return count;
}
