/** The connection of the built-in firmware. */
import type { DeviceOperation, OpenLink } from '@anedya-docs/simulated-device';
import { type ConnectDevice, type End, ownTopic } from '@site/src/features/mqtt-console';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import { PacketReader, type WireEntry } from './wire';

interface LinkDeps {
  readonly facts: MqttFacts;
  readonly connect: ConnectDevice;
  readonly credentials: Pick<Parameters<ConnectDevice>[0], 'url' | 'deviceId' | 'connectionKey'>;
  readonly record: (entry: Omit<WireEntry, 'id' | 'at'>) => void;
  /** Called when the broker or the network ended the connection, before the device knows. */
  readonly onEnd: (end: End) => void;
}

/** Returns a function that gives the topic of an operation, for a device. */
export function topicsOf(facts: MqttFacts, deviceId: string) {
  const topics = [...facts.operations, ...facts.guideOperations];
  return (operation: DeviceOperation): string =>
    ownTopic(topics.find(({ id }) => id === operation)?.topic ?? '', deviceId);
}

/** Returns a function that connects the device over MQTT 5.0 and records its packets. */
export function linkOf({ facts, connect, credentials, record, onEnd }: LinkDeps): OpenLink {
  const { deviceId } = credentials;
  return (will, events) => {
    const reader = new PacketReader(facts, ownTopic(facts.topicPrefix, deviceId));
    const topics = facts.subscribe.map(({ topic }) => ownTopic(topic, deviceId));
    const connection = connect(
      { ...credentials, version: 5, topics, will },
      {
        onReady: events.onReady,
        onMessage: events.onMessage,
        onEnd: (end) => {
          onEnd(end);
          events.onEnd();
        },
        onPacket: (way, packet) => record(reader.read(way, packet)),
      },
    );
    return {
      publish: (topic, body) => connection.publish(topic, body, 1, () => undefined),
      close: () => connection.end(),
      drop: () => connection.drop(),
    };
  };
}
