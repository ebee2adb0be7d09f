import type { Handlers } from '../context.ts';
import { submitEvent } from './submit.ts';

export { eventsKept, sweepEvents } from './sweep.ts';

export const eventsHandlers: Handlers = {
  'device/events-submit': submitEvent,
};
