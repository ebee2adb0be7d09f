import { PassThrough } from 'node:stream';
import { parser, type IConnackPacket } from 'mqtt-packet';
import { expect, test } from 'vitest';
import { PacketWriter } from '../../src/mqtt/packet-writer.ts';
import { type Reason, reasons } from '../../src/mqtt/reason.ts';

/** Reason codes of CONNACK (MQTT 5.0, table 3-1). */
const allowed = [
  0x00, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8c, 0x90, 0x95, 0x97,
  0x99, 0x9a, 0x9b, 0x9c, 0x9d, 0x9f,
];

/** Reasons that end a connection only after its CONNACK, or do not end it. */
const afterConnack = new Set<Reason>([
  reasons.noSubscriptionExisted,
  reasons.keepAliveTimeout,
  reasons.topicFilterInvalid,
  reasons.topicAliasInvalid,
  // A client cannot cause enough pauses before its CONNECT times out.
  reasons.messageRateTooHigh,
  reasons.sharedSubscriptionsNotSupported,
  reasons.subscriptionIdentifiersNotSupported,
]);

const rejections = Object.entries<Reason>(reasons).filter(
  ([, reason]) => !afterConnack.has(reason),
);

test.each(rejections)('CONNACK may have the reason code of "%s"', (_, reason) => {
  const stream = new PassThrough();
  const writer = new PacketWriter(stream, 1000, { next: (action) => action() });
  writer.version = 5;
  writer.reject(reason, '');
  const reader = parser({ protocolVersion: 5 });
  let connack: IConnackPacket | undefined;
  reader.on('packet', (packet) => (connack = packet as IConnackPacket));
  reader.parse(stream.read() as Buffer);
  expect(allowed).toContain(connack?.reasonCode);
});
