import type { Aedes } from 'aedes';
import type { Clock } from '../core/clock.ts';
import type { JsonObject } from '../core/context.ts';
import type { Admission } from './admission.ts';
import type { Answering } from './answer-request.ts';
import type { Connection } from './connection.ts';
import type { DeviceSession } from './device-calls.ts';
import type { MqttLimits } from './limits.ts';
import type { Timers } from './timers.ts';

/** What all connections share. */
export interface BrokerParts extends Answering {
  readonly aedes: Aedes;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly limits: MqttLimits;
  readonly admission: Admission;
  /** Prefix of topics, from the document: `$anedya/device/{deviceId}/`. */
  readonly topicPrefix: string;
  /** Publishes for a device, below its prefix; resolves when the message is on its way. */
  readonly publish: (device: DeviceSession, topic: string, body: JsonObject) => Promise<void>;
  /** Makes a connection the one of its device; resolves when an older one has ended. */
  readonly takeOver: (device: DeviceSession, connection: Connection) => Promise<void>;
  readonly leave: (connection: Connection) => void;
}
