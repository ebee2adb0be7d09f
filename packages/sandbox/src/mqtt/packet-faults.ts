import type { Packet } from 'mqtt-packet';
import { reasons, Refusal } from './reason.ts';

/**
 * Refuses what the parser lets through and the standard does not.
 * @throws Refusal that ends the connection
 */
export function checkPacket(packet: Packet): void {
  const { messageId } = packet;
  // MQTT 5.0, 2.2.1. The parser makes -1 of one that is missing.
  if (messageId !== undefined && messageId < 1) {
    throw new Refusal(reasons.protocolError, 'A packet identifier has to be above 0.');
  }
  if (packet.cmd === 'publish') {
    // MQTT 5.0, 3.3.1.1
    if (packet.qos === 0 && packet.dup) {
      throw new Refusal(reasons.malformedPacket, 'A message with QoS 0 is no duplicate.');
    }
    // MQTT 5.0, 3.3.4
    if (packet.properties?.subscriptionIdentifier !== undefined) {
      const text = 'A client publishes without a subscription identifier.';
      throw new Refusal(reasons.protocolError, text);
    }
  }
  if ('properties' in packet) checkProperties(packet.properties);
  if ('will' in packet) checkProperties(packet.will?.properties);
}

/** MQTT 5.0, 2.2.2.2: user properties alone may stand twice. The parser collects what does in a list. */
function checkProperties(properties: object = {}): void {
  const twice = Object.entries(properties).find(([, value]) => Array.isArray(value));
  if (!twice) return;
  throw new Refusal(reasons.protocolError, `The property ${twice[0]} stands twice in a packet.`);
}
