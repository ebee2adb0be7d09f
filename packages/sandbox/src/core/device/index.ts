import type { Handlers } from '../context.ts';
import { bindDevice } from './bind-device.ts';
import { check } from './check.ts';
import { heartbeat } from './heartbeat.ts';

export const deviceHandlers: Handlers = {
  'device/binddevice': bindDevice,
  'device/check': check,
  'device/heartbeat': heartbeat,
};
