import type { Handlers } from '../context.ts';
import { getData } from './get-data.ts';
import { getLatest } from './latest.ts';
import { getSnapshot } from './snapshot.ts';
import { submitData } from './submit.ts';
import { synchronizeTime } from './synchronize-time.ts';

export { sweepData } from './sweep.ts';

export const dataHandlers: Handlers = {
  'platform/data-get-data': { largeRead: getData },
  'platform/variables-latest': { largeRead: getLatest },
  'platform/variables-snapshot': { largeRead: getSnapshot },
  'device/submitdata': submitData,
  'device/http-time-sync': synchronizeTime,
};
