import type { Clock, Ids } from '../core/context.ts';
import type { MqttLimits } from '../core/limits.ts';
import type { Admission } from './admission.ts';
import type { DeviceCalls } from './device-calls.ts';
import type { DeviceConnections } from './device-connections.ts';
import type { MqttRequest } from './requests.ts';
import type { Timers } from './timers.ts';

/** Dependencies of one broker, shared by all of its connections. */
export interface BrokerDeps {
  readonly calls: DeviceCalls;
  readonly requests: ReadonlyMap<string, MqttRequest>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly limits: MqttLimits;
  readonly admission: Admission;
  readonly devices: DeviceConnections;
  /** Prefix of topics, from the document: `$anedya/device/{deviceId}/`. */
  readonly topicPrefix: string;
  /** Called with errors that no client caused. */
  readonly report: (error: unknown) => void;
}
