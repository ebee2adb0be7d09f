import type { Handlers } from '../context.ts';
import { aggregateByTime } from './by-time.ts';

export const aggregatesHandlers: Handlers = {
  'platform/post-aggregates-variable-by-time': { largeRead: aggregateByTime },
};
