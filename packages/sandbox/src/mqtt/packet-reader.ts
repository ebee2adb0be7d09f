import { parser, type Packet } from 'mqtt-packet';
import { reasons, Refusal } from './reason.ts';

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
   * @throws Refusal for bytes that are no packet
   */
  read(bytes: Buffer): Packet {
    this.outcome = undefined;
    try {
      this.parser.parse(bytes);
    } catch (error) {
      // The parser reads without looking where a packet that lies about its lengths ends.
      this.outcome = error as Error;
    }
    return wholePacket(this.outcome);
  }
}

function wholePacket(outcome: Packet | Error | undefined): Packet {
  if (outcome && !(outcome instanceof Error)) return outcome;
  const fault = outcome?.message ?? 'its fields do not fit its length';
  throw new Refusal(reasons.malformedPacket, `Malformed packet: ${fault}.`);
}
