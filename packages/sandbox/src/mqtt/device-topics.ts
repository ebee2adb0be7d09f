import type { DeviceSession } from './device-calls.ts';

/** Levels that a topic filter may have. */
const levels = 20;

/**
 * Topics of one device. Inside the broker they start with project, node and device, so that two projects may use the same
 * device id, and no subscription reaches beyond its own node, nor what is meant for another device of that.
 */
export class DeviceTopics {
  private readonly outer: string;
  private readonly inner: string;

  /**
   * @param prefix of the document: `$anedya/device/{deviceId}/`
   * @param clientId as the device spells it; topics are case-sensitive
   */
  constructor(prefix: string, clientId: string, session: DeviceSession) {
    this.outer = prefix.replaceAll('{deviceId}', clientId);
    this.inner = innerTopic(session, '');
  }

  /** What stands below the device's prefix; nothing for topics of others. */
  below(topic: string): string | undefined {
    return topic.startsWith(this.outer) ? topic.slice(this.outer.length) : undefined;
  }

  inside(below: string): string {
    return `${this.inner}${below}`;
  }

  /** Topic as the device knows it. */
  outside(inner: string): string {
    return `${this.outer}${inner.slice(this.inner.length)}`;
  }
}

/** Topic inside the broker. */
export function innerTopic({ projectId, nodeId, deviceId }: DeviceSession, below: string): string {
  return `${projectId}/${nodeId}/${deviceId}/${below}`;
}

/** Whether a filter keeps the rules of wildcards (MQTT 5.0, 4.7.1). */
export function isTopicFilter(filter: string): boolean {
  const parts = filter.split('/');
  return (
    filter !== '' &&
    parts.length <= levels &&
    parts.every(
      (part, index) =>
        !/[+#]/.test(part) || part === '+' || (part === '#' && index === parts.length - 1),
    )
  );
}

/** Whether a topic can be published to: it names one topic (MQTT 5.0, 4.7.3). */
export function isTopicName(topic: string): boolean {
  return topic !== '' && !/[+#]/.test(topic);
}
