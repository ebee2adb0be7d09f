import { Buffer } from 'buffer';
import { type Packet, parser } from 'mqtt-packet';
import { mqttCosts } from '../core/limits.ts';
import type { ProtocolVersion } from './packet-writer.ts';
import { MqttError, reasons, unsupportedVersion } from './reason.ts';
import { isTopicName } from './topics.ts';

/**
 * Splits a stream into packets: a packet that is too long is rejected by its header and never buffered, and a parser that reads
 * too far never reads into the next packet.
 */
export class Framer {
  /** Start of a packet in the first `size` bytes; the rest of the buffer is free. */
  private buffer = Buffer.alloc(0);
  private size = 0;

  /** @param limit maximum packet size in bytes; it may change between packets */
  constructor(public limit: number) {}

  /** Number of buffered bytes of an incomplete packet. */
  get held(): number {
    return this.size;
  }

  /**
   * Returns the packets that are complete with these bytes.
   * @throws MqttError for a packet above the limit or with an invalid length
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
    // Earlier packets may still be in use: the rest of their memory is not reused.
    if (rest.length === this.size) return;
    this.buffer = Buffer.alloc(0);
    this.size = 0;
    if (rest.length > 0) this.append(rest);
  }

  /** Grows the buffer in steps, so that a packet in many small pieces is not copied for each of them. */
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
 * Returns the length of the packet that starts here. While its header is incomplete, returns the length at which to try again.
 * @throws MqttError
 */
function lengthOf(bytes: Buffer, limit: number): number {
  const rest = readVariableByteInteger(bytes, 1);
  if (!rest) return bytes.length + 1;
  const length = rest.end + rest.value;
  if (length <= limit) return length;
  const text = `A packet of ${length} bytes is too large. The limit is ${limit} bytes.`;
  throw new MqttError(reasons.packetTooLarge, text);
}

/**
 * Decodes a variable byte integer (MQTT 5.0, 1.5.5).
 * @returns undefined if its last byte is missing
 * @throws MqttError if it has more than 4 bytes
 */
function readVariableByteInteger(bytes: Buffer, start: number) {
  let value = 0;
  for (let index = 0; index < 4; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) return undefined;
    value += (byte & 0x7f) * 0x80 ** index;
    if (byte < 0x80) return { value, end: start + index + 1 };
  }
  throw new MqttError(reasons.malformedPacket, 'The length of a packet has more than 4 bytes.');
}

/** What is known about a packet before it is parsed. */
interface PacketOutline {
  readonly isConnect: boolean;
  readonly isPublish: boolean;
  /** Bytes of a PUBLISH other than its payload; all bytes of other packets. */
  readonly headerBytes: number;
  /** Estimated time in the event loop to parse and handle it, in microseconds. */
  readonly cost: number;
}

/**
 * Estimates the cost of a packet from its first bytes.
 * @param bytes one whole packet, which may be malformed
 * @param version version of the connection; irrelevant for CONNECT
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
  // The lengths in the packet may be wrong.
  const headerBytes = Math.min(
    bytes.length,
    properties ? properties.end + properties.value : start,
  );
  const cost = mqttCosts.packet + mqttCosts.listByte * Math.max(0, headerBytes - start);
  return { isConnect, isPublish, headerBytes, cost };
}

/** Error of the parser for an unknown protocol level, where it stops reading. */
const unknownLevel = 'Invalid protocol version';

/** Parses packets one at a time. The version of the first one, CONNECT, applies to the rest. */
export class PacketReader {
  private readonly parser = parser();
  private outcome: Packet | Error | undefined;
  private version: number | undefined;

  constructor() {
    this.parser.on('packet', (packet) => (this.outcome ??= packet));
    this.parser.on('error', (error: Error) => (this.outcome = error));
  }

  /**
   * Parses a packet.
   * @param bytes one whole packet
   * @throws MqttError for a malformed packet, or a CONNECT with an unknown version
   */
  read(bytes: Buffer): Packet {
    this.outcome = undefined;
    try {
      this.parser.parse(bytes);
    } catch (error) {
      // The parser does not check where a packet with wrong lengths ends.
      this.outcome = error as Error;
    }
    const packet = wholePacket(this.outcome, bytes);
    if (packet.cmd === 'connect') this.version = packet.protocolVersion;
    const error = lengthError(packet, bytes, this.version);
    if (error !== undefined) throw malformed(error);
    return packet;
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

/** Returns an error for a length that the parser accepts but the specification forbids. */
function lengthError(
  { cmd }: Packet,
  bytes: Buffer,
  version: number | undefined,
): string | undefined {
  const { value = 0, end = 0 } = readVariableByteInteger(bytes, 1) ?? {};
  // MQTT 5.0, 1.5.5. MQTT 3.1.1 allows more bytes than necessary.
  if (version === 5 && end > 2 && bytes[end - 1] === 0) return 'its length has too many bytes';
  // MQTT 5.0, 3.12; MQTT 3.1.1, 3.12 and 3.14
  const isEmpty = cmd === 'pingreq' || (cmd === 'disconnect' && version !== 5);
  return isEmpty && value > 0 ? `${cmd.toUpperCase()} must be empty` : undefined;
}

const malformed = (error: string) =>
  new MqttError(reasons.malformedPacket, `Malformed packet: ${error}.`);

/**
 * Rejects packets that the parser accepts but the specification forbids.
 * @throws MqttError
 */
export function checkPacket(packet: Packet): void {
  const { messageId } = packet;
  // MQTT 5.0, 2.2.1. The parser returns -1 for a missing identifier.
  if (messageId !== undefined && messageId < 1) {
    throw new MqttError(reasons.protocolError, 'A packet identifier must be greater than 0.');
  }
  if (packet.cmd === 'publish') {
    // MQTT 5.0, 3.3.1.1
    if (packet.qos === 0 && packet.dup) {
      throw new MqttError(
        reasons.malformedPacket,
        'A message with QoS 0 must not set the DUP flag.',
      );
    }
    // MQTT 5.0, 3.3.4
    if (packet.properties?.subscriptionIdentifier !== undefined) {
      const text = 'A client must not send a subscription identifier in PUBLISH.';
      throw new MqttError(reasons.protocolError, text);
    }
    checkResponseTopic(packet.properties?.responseTopic);
  }
  if ('properties' in packet) checkProperties(packet.properties);
  if ('will' in packet) {
    // MQTT 5.0, 3.1.2.6; MQTT 3.1.1, 3.1.2.6. The parser returns both bits as a number.
    const qos: number = packet.will?.qos ?? 0;
    if (qos > 2) throw malformed('the QoS of the will is 3');
    checkProperties(packet.will?.properties);
    checkResponseTopic(packet.will?.properties?.responseTopic);
  }
}

/** MQTT 5.0, 2.2.2.2: only user properties may occur twice. The parser returns repeated ones as an array. */
function checkProperties(properties: object = {}): void {
  const repeated = Object.entries(properties).find(([, value]) => Array.isArray(value));
  if (!repeated) return;
  throw new MqttError(reasons.protocolError, `The property ${repeated[0]} occurs twice.`);
}

/** MQTT 5.0, 3.3.2.3.5 */
function checkResponseTopic(topic: string | undefined): void {
  if (topic === undefined || isTopicName(topic)) return;
  throw new MqttError(reasons.protocolError, 'A response topic must not contain wildcards.');
}

/** The character that invalid UTF-8 decodes to. */
const replacement = Buffer.from('\ufffd');

/**
 * Returns an error for invalid strings in a packet (MQTT 5.0, 1.5.4), which the parser does not detect.
 * @param bytes bytes of the whole packet
 */
function textError(packet: Packet, bytes: Buffer): string | undefined {
  const fields = [...fieldsOf(packet)];
  const texts = fields.filter((field) => typeof field === 'string');
  if (texts.some((text) => text.includes('\0'))) return 'a string contains U+0000';
  if (!texts.some((text) => text.includes('\ufffd'))) return undefined;
  // A client may send this character itself. If there are more of them than it sent, the rest come from invalid UTF-8.
  const decoded = fields.reduce((sum, field) => sum + replacementsIn(Buffer.from(field)), 0);
  return decoded > replacementsIn(bytes) ? 'a string is not valid UTF-8' : undefined;
}

/** Returns the strings and binary data of a packet, including the names of user properties. */
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
