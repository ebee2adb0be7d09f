import type { QoS } from 'mqtt-packet';

/** Topic filters that a device is subscribed to, and the QoS that each was granted. */
export class HeldFilters {
  private readonly granted = new Map<string, QoS>();

  get size(): number {
    return this.granted.size;
  }

  has(filter: string): boolean {
    return this.granted.has(filter);
  }

  hold(filter: string, qos: QoS): void {
    this.granted.set(filter, qos);
  }

  /** @returns whether it was held */
  drop(filter: string): boolean {
    return this.granted.delete(filter);
  }

  /** Highest QoS of the filters that a topic fits (MQTT 5.0, 3.3.4). */
  qosOf(topic: string): QoS {
    const fitting = [...this.granted].filter(([filter]) => fits(topic, filter));
    return fitting.reduce<QoS>((most, [, qos]) => (qos > most ? qos : most), 0);
  }
}

/** MQTT 5.0, 4.7.1. No filter here begins with a wildcard, so the rule of topics that begin with $ has nothing to say. */
function fits(topic: string, filter: string): boolean {
  const levels = topic.split('/');
  const parts = filter.split('/');
  if (parts.at(-1) === '#') {
    parts.pop();
    levels.length = Math.min(levels.length, parts.length);
  }
  return (
    levels.length === parts.length &&
    parts.every((part, index) => part === '+' || part === levels[index])
  );
}
