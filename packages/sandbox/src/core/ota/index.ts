import type { Handlers } from '../context.ts';
import { otaCurrent } from './v-1-ota-current.ts';
import { otaNext } from './v-1-ota-next.ts';
import { otaStatusUpdate } from './v-1-ota-status-update.ts';

/** Device side of deployments. */
export const otaHandlers: Handlers = {
  'device/v-1-ota-next': otaNext,
  'device/v-1-ota-status-update': otaStatusUpdate,
  'device/v-1-ota-current': otaCurrent,
};
