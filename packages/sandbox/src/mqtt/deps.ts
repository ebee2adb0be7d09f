import type { Clock, Ids } from '../core/context.ts';
import type { MqttLimits } from '../core/limits.ts';
import type { Admission } from './admission.ts';
import type { DeviceApi } from './device-api.ts';
import type { DeviceConnections } from './device-connections.ts';
import type { MqttRequest } from './requests.ts';
import type { Timers } from './timers.ts';

/** Dependencies of a broker, shared by all its connections. */
export interface BrokerDeps {
  readonly deviceApi: DeviceApi;
  readonly requests: ReadonlyMap<string, MqttRequest>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly limits: MqttLimits;
  readonly admission: Admission;
  readonly devices: DeviceConnections;
  /** Topic prefix from the document: `$anedya/device/{deviceId}/`. */
  readonly topicPrefix: string;
  /** Called with errors that no client caused. */
  readonly report: (error: unknown) => void;
}
