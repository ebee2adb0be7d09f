import type { Handlers } from '../context.ts';
import { deviceDeleteValue, deviceGetValue, deviceScan, deviceSetValue } from './device.ts';
import { platformScan } from './platform-scan.ts';
import { platformDeleteValue, platformGetValue, platformSetValue } from './platform.ts';

export const valueStoreHandlers: Handlers = {
  'platform/valuestore-create-value': platformSetValue,
  'platform/valuestore-get-value': platformGetValue,
  'platform/valuestore-scan': { largeRead: platformScan },
  'platform/valuestore-delete': platformDeleteValue,
  'device/valuestore-set-value': deviceSetValue,
  'device/valuestore-get-value': deviceGetValue,
  'device/valuestore-scan': { largeRead: deviceScan },
  'device/valuestore-delete': deviceDeleteValue,
};
