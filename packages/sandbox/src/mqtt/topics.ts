import type { QoS } from 'mqtt-packet';

/** Maximum number of levels in a topic filter. */
const maxLevels = 20;

/**
 * Returns the prefix of a device's topics.
 * @param template from the document: `$anedya/device/{deviceId}/`
 * @param clientId with the capitalization that the device uses; topics are case-sensitive
 */
export function devicePrefix(template: string, clientId: string): string {
  return template.replaceAll('{deviceId}', clientId);
}

/** Returns the part of a topic below a device's prefix; undefined for topics of other devices. */
export function suffixOf(topic: string, prefix: string): string | undefined {
  return topic.startsWith(prefix) ? topic.slice(prefix.length) : undefined;
}

/** Returns whether a topic is a valid topic name without wildcards (MQTT 5.0, 4.7.3). */
export function isTopicName(topic: string): boolean {
  return topic !== '' && !/[+#]/.test(topic);
}

/** Returns whether a topic filter is valid (MQTT 5.0, 4.7.1). */
export function isTopicFilter(filter: string): boolean {
  const parts = filter.split('/', maxLevels + 1);
  return (
    filter !== '' &&
    parts.length <= maxLevels &&
    parts.every(
      (part, index) =>
        !/[+#]/.test(part) || part === '+' || (part === '#' && index === parts.length - 1),
    )
  );
}

/** Topic filters of a device, each with the granted QoS. */
export class TopicFilters {
  private readonly granted = new Map<string, { readonly levels: string[]; readonly qos: QoS }>();

  get size(): number {
    return this.granted.size;
  }

  has(filter: string): boolean {
    return this.granted.has(filter);
  }

  set(filter: string, qos: QoS): void {
    this.granted.set(filter, { levels: filter.split('/'), qos });
  }

  /** @returns whether the filter existed */
  delete(filter: string): boolean {
    return this.granted.delete(filter);
  }

  /** Returns the highest QoS of the filters that match a topic (MQTT 5.0, 3.3.4); undefined if none matches. */
  qosOf(topic: string): QoS | undefined {
    const levels = topic.split('/');
    let highest: QoS | undefined;
    for (const filter of this.granted.values()) {
      if (filter.qos > (highest ?? -1) && matches(levels, filter.levels)) highest = filter.qos;
    }
    return highest;
  }
}

/**
 * Matches a topic (MQTT 5.0, 4.7.1). No filter here starts with a wildcard, so the rule for topics that start with $ does not
 * apply.
 */
function matches(topic: readonly string[], filter: readonly string[]): boolean {
  const isOpen = filter.at(-1) === '#';
  const fixed = isOpen ? filter.length - 1 : filter.length;
  if (isOpen ? topic.length < fixed : topic.length !== fixed) return false;
  for (let index = 0; index < fixed; index += 1) {
    if (filter[index] !== '+' && filter[index] !== topic[index]) return false;
  }
  return true;
}
