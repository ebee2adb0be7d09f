import type { Handlers } from '../context.ts';
import { getLogs } from './get.ts';
import { submitLogs } from './submit.ts';

export { sweepLogs } from './sweep.ts';

export const logsHandlers: Handlers = {
  'platform/logs-getlogs': { largeRead: getLogs },
  'device/logs-submit-logs': submitLogs,
};
