import type { Packet } from 'mqtt-packet';

/** What stands in place of bytes that are no UTF-8 once they are decoded. */
const replacement = Buffer.from('\ufffd');

/**
 * Says what is wrong with the texts of a packet (MQTT 5.0, 1.5.4): its parser decodes whatever stands there.
 * @param bytes of the whole packet
 */
export function textFault(packet: Packet, bytes: Buffer): string | undefined {
  const fields = [...fieldsOf(packet)];
  const texts = fields.filter((field) => typeof field === 'string');
  if (texts.some((text) => text.includes('\0'))) return 'its text holds U+0000';
  if (!texts.some((text) => text.includes('\ufffd'))) return undefined;
  // A client may send this character. More of them than were sent come from bytes that are no UTF-8.
  const decoded = fields.reduce((sum, field) => sum + replacementsIn(Buffer.from(field)), 0);
  return decoded > replacementsIn(bytes) ? 'its text is no UTF-8' : undefined;
}

/** Texts and binary data of a packet, the names of user properties among them. */
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
