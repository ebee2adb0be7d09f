import { parser, type Packet } from 'mqtt-packet';
import { reasons, Refusal, unsupportedVersion } from './reason.ts';
import { textFault } from './text-fault.ts';

/** What the parser says of a protocol level that it does not know, of which it reads no more. */
const unknownLevel = 'Invalid protocol version';

/** Reads one packet after the other. The version of the first one, CONNECT, holds for the rest. */
export class PacketReader {
  private readonly parser = parser();
  private outcome: Packet | Error | undefined;

  constructor() {
    this.parser.on('packet', (packet) => (this.outcome ??= packet));
    this.parser.on('error', (error: Error) => (this.outcome = error));
  }

  /**
   * @param bytes one whole packet
   * @throws Refusal for bytes that are no packet, and for a CONNECT of a version that is not known
   */
  read(bytes: Buffer): Packet {
    this.outcome = undefined;
    try {
      this.parser.parse(bytes);
    } catch (error) {
      // The parser reads without looking where a packet that lies about its lengths ends.
      this.outcome = error as Error;
    }
    return wholePacket(this.outcome, bytes);
  }
}

function wholePacket(outcome: Packet | Error | undefined, bytes: Buffer): Packet {
  if (!outcome) throw malformed('its fields do not fit its length');
  if (outcome instanceof Error) {
    throw outcome.message === unknownLevel ? unsupportedVersion() : malformed(outcome.message);
  }
  const fault = textFault(outcome, bytes);
  if (fault !== undefined) throw malformed(fault);
  return outcome;
}

const malformed = (fault: string) =>
  new Refusal(reasons.malformedPacket, `Malformed packet: ${fault}.`);
