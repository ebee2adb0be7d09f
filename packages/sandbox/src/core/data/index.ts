import type { Handlers } from '../context.ts';
import { getData } from './get-data.ts';
import { getLatest } from './latest.ts';
import { getSnapshot } from './snapshot.ts';
import { submitData } from './submit.ts';
import { synchronizeTime } from './synchronize-time.ts';

export { sweepData } from './sweep.ts';

export const dataHandlers: Handlers = {
  'platform/data-get-data': getData,
  'platform/variables-latest': getLatest,
  'platform/variables-snapshot': getSnapshot,
  'device/submitdata': submitData,
  'device/http-time-sync': synchronizeTime,
};
