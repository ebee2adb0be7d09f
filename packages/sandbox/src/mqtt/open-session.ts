import type { BrokerParts } from './broker-parts.ts';
import type { ConnectRequest } from './connect-request.ts';
import type { DeviceSession } from './device-calls.ts';
import { SessionHandler } from './device-session.ts';
import { DeviceTopics, innerTopic } from './device-topics.ts';
import { HeldFilters } from './held-filters.ts';
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
  /** Takes the device out of the broker, and gives its place back. */
  close(): Promise<void>;
}

/** @throws Refusal for a will that the device could not publish itself */
export function checkWill(parts: BrokerParts, request: ConnectRequest, device: DeviceSession) {
  const { will } = request;
  if (!will || topicsOf(parts, request, device).below(will.topic) !== undefined) return;
  const text = 'The topic of the will has to be one of the topics of the device.';
  throw new Refusal(reasons.notAuthorized, text);
}

/**
 * Puts a device into the broker that was admitted.
 * @param onEnd told when the broker ends the session by itself
 */
export async function openSession(
  parts: BrokerParts,
  request: ConnectRequest,
  device: DeviceSession,
  writer: PacketWriter,
  onEnd: (reason: Reason, message: string) => void,
): Promise<OpenSession> {
  const { limits, admission, aedes, clock } = parts;
  const topics = topicsOf(parts, request, device);
  const filters = new HeldFilters();
  const window = new ReceiveWindow(request.receiveMaximum, limits.outboundBytes, (message) =>
    writer.send(message),
  );
  const inner = await InnerSession.open(aedes, innerTopic(device, ''), (message) => {
    const topic = topics.outside(message.topic);
    if (window.push({ ...message, topic, qos: filters.qosOf(topic) })) return;
    onEnd(reasons.quotaExceeded, 'Too many messages wait for an acknowledgement.');
  });
  void inner.closed.then(() => onEnd(reasons.sessionTakenOver, takenOver));
  const subscriptions = new Subscriptions(
    filters,
    topics,
    inner,
    limits.subscriptions,
    writer.version,
  );
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

const topicsOf = (
  { topicPrefix }: BrokerParts,
  { clientId }: ConnectRequest,
  device: DeviceSession,
) => new DeviceTopics(topicPrefix, clientId, device);

export const takenOver = 'The device has connected again. It keeps one connection, the latest.';
