import type { BrokerParts } from './broker-parts.ts';
import type { ConnectRequest } from './connect-request.ts';
import type { DeviceSession } from './device-calls.ts';
import { SessionHandler } from './device-session.ts';
import { DeviceTopics, innerTopic } from './device-topics.ts';
import { InnerSession } from './inner-session.ts';
import type { PacketWriter } from './packet-writer.ts';
import { reasons, Refusal, type Reason } from './reason.ts';
import { ReceiveWindow } from './receive-window.ts';
import { Subscriptions } from './subscriptions.ts';
import { TokenBucket } from './token-bucket.ts';

/** A device that is connected. */
export interface OpenSession {
  readonly device: DeviceSession;
  readonly handler: SessionHandler;
  /** Takes the device out of the broker. */
  close(): Promise<void>;
}

/**
 * Puts a device into the broker.
 * @param onEnd told when the broker ends the session by itself
 * @throws Refusal when there is no room for it
 */
export async function openSession(
  parts: BrokerParts,
  request: ConnectRequest,
  device: DeviceSession,
  writer: PacketWriter,
  onEnd: (reason: Reason, message: string) => void,
): Promise<OpenSession> {
  const { limits, admission, aedes, clock } = parts;
  const topics = new DeviceTopics(parts.topicPrefix, request.clientId, device);
  if (request.will && topics.below(request.will.topic) === undefined) {
    const text = 'The topic of the will has to be one of the topics of the device.';
    throw new Refusal(reasons.notAuthorized, text);
  }
  admission.admit(device);
  const window = new ReceiveWindow(request.receiveMaximum, limits.outboundBytes, (message) =>
    writer.send({ ...message, topic: topics.outside(message.topic) }),
  );
  const inner = await InnerSession.open(aedes, innerTopic(device, ''), (message) => {
    if (window.push(message)) return;
    onEnd(reasons.quotaExceeded, 'Too many messages wait for an acknowledgement.');
  });
  void inner.closed.then(() => onEnd(reasons.sessionTakenOver, takenOver));
  const subscriptions = new Subscriptions(topics, inner, limits.subscriptions, writer.version);
  const rate = new TokenBucket(limits.requests, clock);
  const shared = { answering: parts, device, topics, writer, window, subscriptions, rate };
  return {
    device,
    handler: new SessionHandler({
      ...shared,
      publish: (topic, body) => parts.publish(device, topic, body),
    }),
    close: async () => {
      await inner.close();
      admission.release(device);
    },
  };
}

export const takenOver = 'The device has connected again. It keeps one connection, the latest.';
