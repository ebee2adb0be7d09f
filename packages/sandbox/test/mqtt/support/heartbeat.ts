import type { IPublishPacket } from 'mqtt-packet';
import type { TestNode } from './platform.ts';

/** The shortest request of a device: its heartbeat, with QoS 1. */
export const heartbeat = ({ deviceId }: TestNode, changes: object = {}): IPublishPacket => ({
  cmd: 'publish',
  qos: 1,
  dup: false,
  retain: false,
  messageId: 3,
  topic: `$anedya/device/${deviceId ?? ''}/heartbeat/json`,
  payload: '{}',
  ...changes,
});
